// Puts each service that `npm start` runs into a few files, with the libraries that it needs; what several need is theirs
// together. A process that finds a thousand files one by one takes twice the processor time to begin. The compiled files stay: images and proofs run these.
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));

/** By its name the entry of each. ClickHouse, Postgres and the market are left out: they find files beside their own. */
const BUNDLED = {
  screener: 'processors/dist/screener/main.js',
  sink: 'processors/dist/sink/main.js',
  enrichers: 'processors/dist/enrichers/main.js',
  ingest: 'ingest/dist/main.js',
  'query-api': 'query-api/dist/main.js',
  history: 'deploy/stores/dist/history/main.js',
  topics: 'deploy/stores/dist/kafka/main.js',
  bucket: 'deploy/stores/dist/s3/main.js',
  kafka: 'deploy/standalone/dist/kafka/main.js',
  s3: 'deploy/standalone/dist/s3/main.js',
};

/** Native, or looked for by libraries that do without. */
const EXTERNAL = [
  'sharp',
  'sharp-phash',
  '@triton-one/yellowstone-grpc',
  'pg-native',
  'bufferutil',
  'utf-8-validate',
  /^@nestjs\/(microservices|websockets|platform-socket.io|platform-fastify)/,
  /^class-(transformer|validator)/,
  // Takes Node's own punycode, of which newer Nodes warn outside of node_modules.
  'whatwg-url',
];

/** A bundle stands elsewhere than its source: a file found from there would be missing when it is first needed. */
const namesNoFileBesideIt = {
  name: 'names-no-file-beside-it',
  transform(code, id) {
    if (!id.includes('node_modules') && /new URL\([^)]*import\.meta\.url/.test(code))
      throw new Error(`${id} looks for a file beside its own: name it by its package (import.meta.resolve)`);
  },
};

const bundle = await rolldown({
  cwd: root,
  input: BUNDLED,
  platform: 'node',
  external: EXTERNAL,
  logLevel: 'silent',
  plugins: [namesNoFileBesideIt],
});
await bundle.write({
  dir: fileURLToPath(new URL('../.bundles', import.meta.url)),
  cleanDir: true,
  entryFileNames: '[name].mjs',
  chunkFileNames: 'parts/[name]-[hash].mjs',
});
await bundle.close();
