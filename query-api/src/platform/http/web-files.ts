import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { acceptsGzip } from './accepts-gzip.js';
import type { Middleware } from './middleware.js';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const COMPRESSED = new Set(['.ico', '.jpg', '.png', '.webp', '.woff2']);

/** Paths that show a page. Others answer 404 with the same document, which then shows its not-found page. */
const PAGES = new Set([
  '/',
  '/discovery',
  '/platform',
  '/admin',
  '/privacy',
  '/whitepaper',
  '/terms',
  '/support',
  '/scanner',
]);

/** Vite writes the content's hash into the name of everything in here. */
const HASHED = '/assets/';

type WebFile = { body: Buffer; gzip: Buffer | null; type: string; etag: string; cacheControl: string };

function readFile(folder: string, path: string): WebFile {
  const body = readFileSync(join(folder, path));
  const extension = extname(path).toLowerCase();
  const gzip = COMPRESSED.has(extension) || body.length < 1_000 ? null : gzipSync(body, { level: 9 });
  return {
    body,
    gzip: gzip && gzip.length < body.length ? gzip : null,
    type: TYPES[extension] ?? 'application/octet-stream',
    etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
    cacheControl: path.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
}

/** Serves a built web app from memory: a few megabytes, read and compressed once. Everything under /api goes on. */
export function serveWebFiles(folder: string): Middleware {
  const files = new Map<string, WebFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`;
    files.set(path, readFile(folder, path));
  }
  const index = files.get('/index.html');
  if (!index) throw new Error(`${folder} holds no index.html`);

  return (request, response, next) => {
    const [path = '/'] = (request.url ?? '/').split('?', 1);
    if (path === '/api' || path.startsWith('/api/')) return next();
    const file = path === '/index.html' ? undefined : files.get(path);
    if (file) return send(request, response, file, 200);
    // A missing asset is no page: a document in its place would only hide that.
    if (path.startsWith(HASHED)) {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
      response.end('Not found\n');
      return;
    }
    send(request, response, index, PAGES.has(path.replace(/(?<=.)\/$/, '')) ? 200 : 404);
  };
}

function send(request: IncomingMessage, response: ServerResponse, file: WebFile, status: number): void {
  response.setHeader('ETag', file.etag);
  response.setHeader('Cache-Control', file.cacheControl);
  if (file.gzip) response.setHeader('Vary', 'Accept-Encoding');
  if (status === 200 && request.headers['if-none-match']?.includes(file.etag)) {
    response.writeHead(304).end();
    return;
  }
  const gzip = acceptsGzip(request) ? file.gzip : null;
  if (gzip) response.setHeader('Content-Encoding', 'gzip');
  const body = gzip ?? file.body;
  response.writeHead(status, { 'Content-Type': file.type, 'Content-Length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}
