import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { APK_TYPE } from '@cryptonite/contracts/api';
import { Controller, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { GetAnswers } from '../../../../platform/docs/answers.js';
import { ProblemError } from '../../../../platform/http/problem.js';
import { callersOf } from '../../../../platform/http/rate-limit.js';
import { ObjectStore } from '../../../../platform/objects/object-store.js';
import type { Release } from '../../apk-records.js';
import { ReleasedFiles } from '../../released-files.js';
import { isKnown, readRange } from './byte-range.js';
import { DownloadApk } from './download-apk.query.js';
import { Downloads } from './downloads.js';

/** Who takes nothing for so long holds a place that others wait for. What lies in the system's buffers counts as taken. */
const PAUSE_MAX_MS = 5 * 60_000;

@Controller('api/apk/download')
export class DownloadApkController {
  constructor(
    private readonly queries: QueryBus,
    private readonly objects: ObjectStore,
    private readonly files: ReleasedFiles,
    private readonly downloads: Downloads,
  ) {}

  @GetAnswers('/', {
    summary:
      "The current release's file, or one range of it, as it was checked; a file that is another by now is not given out. Repr-Digest and ETag hold the SHA-256 of the whole file",
    reply: { type: APK_TYPE },
    ranges: true,
    problems: ['not_found', 'range_not_satisfiable', 'store_unavailable'],
  })
  async answer(@Req() request: IncomingMessage, @Res() response: ServerResponse): Promise<void> {
    const end = this.downloads.begin(await callersOf(request), () => response.destroy());
    try {
      await this.#send(request, response);
    } finally {
      end();
    }
  }

  async #send(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { release, stored } = await this.queries.execute(new DownloadApk());
    const { sha256, sizeBytes, objectPath } = release;
    const etag = `"${sha256}"`;
    response.setHeader('ETag', etag);
    if (isKnown(request.headers, etag)) {
      response.writeHead(304).end();
      return;
    }
    const range = readRange(request.headers, etag, sizeBytes);
    if (range === 'none')
      throw new ProblemError(
        'range_not_satisfiable',
        `The file has ${sizeBytes} bytes: the range begins behind them.`,
        {
          'Content-Range': `bytes */${sizeBytes}`,
        },
      );
    const isHead = request.method === 'HEAD';
    const file = isHead ? null : await this.objects.read(objectPath, stored.etag, range);
    // Another one was put there just now.
    if (!isHead && file === null) this.files.refuse(release);
    const { start, end } = range ?? { start: 0, end: sizeBytes - 1 };
    response.writeHead(range ? 206 : 200, {
      'Content-Type': APK_TYPE,
      'Content-Length': end - start + 1,
      'Content-Disposition': `attachment; filename="${nameOf(release)}"`,
      'Repr-Digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
      'Accept-Ranges': 'bytes',
      ...(range && { 'Content-Range': `bytes ${start}-${end}/${sizeBytes}` }),
    });
    if (file === null) {
      response.end();
      return;
    }
    // From here on the pauses are the client's.
    file.setTimeout(0);
    response.setTimeout(PAUSE_MAX_MS, () => response.destroy());
    // Where either side ends early both are closed, and the length tells the client that something is missing.
    const refuse = () => this.files.refuseForged(release, stored);
    await (range ? pipeline(file, response) : pipeline(file, checked(sha256, refuse), response)).catch(
      () => {},
    );
  }
}

/** Passes a file on as it comes, and the last of it once all of it is what was released: a file that is not comes to nobody whole. */
const checked = (sha256: string, refuse: () => never) =>
  async function* (file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    let last: Buffer | null = null;
    for await (const chunk of file) {
      hash.update(chunk);
      if (last !== null) yield last;
      last = chunk;
    }
    if (hash.digest('hex') !== sha256) refuse();
    if (last !== null) yield last;
  };

/** Of letters that every system takes. */
function nameOf({ version, sha256 }: Release): string {
  const letters = version?.replaceAll(/[^\w.-]+/g, '-').replaceAll(/^[-.]+|[-.]+$/g, '');
  return `cryptonite-${letters || sha256.slice(0, 12)}.apk`;
}
