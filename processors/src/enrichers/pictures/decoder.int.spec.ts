import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noisePng } from '../../testing/pictures.js';
import { withoutNetwork } from './confine.js';
import { Decoder } from './decoder.js';
import { DistantDecoder, serveDecoder } from './decoder-server.js';

// Confined as ever, but where a test has another program started.
vi.mock('./confine.js', { spy: true });

// The decoder is the compiled one: npx tsc -b processors makes it.
const sound = noisePng(64, 'sound');
const isRead = { perceptualHash: expect.stringMatching(/^[0-9a-f]{16}$/) };

let said: string[];
let opened: Decoder[];
const open = (limits?: { pictureMs: number; memoryMb: number }) => {
  const decoder = new Decoder((line) => said.push(line), limits);
  opened.push(decoder);
  return decoder;
};
beforeEach(() => {
  said = [];
  opened = [];
});
afterEach(() => Promise.all(opened.map((decoder) => decoder.close())));

it('reads pictures one after the other in one process', async () => {
  const decoder = open();
  const answers = await Promise.all(
    [sound, noisePng(32, 'other'), sound].map((bytes) => decoder.decode(bytes)),
  );
  expect(answers).toEqual([isRead, isRead, isRead].map((answer) => expect.objectContaining(answer)));
  expect(answers[2]).toEqual(answers[0]);
});

it('gives its process no secret of its own', async ({ skip }) => {
  if (process.platform !== 'linux') return skip('only Linux tells');
  process.env.SECRET_OF_TEST = 'secret';
  const decoder = open();
  await decoder.decode(sound);
  delete process.env.SECRET_OF_TEST;
  expect(readFileSync(`/proc/${await decoder.pid()}/environ`, 'latin1')).toMatch(
    /^MEMORY_MB=1024\0(NODE_\w+=\w+\0)*$/,
  );
});

const isRoot = process.getuid?.() === 0;
const canBeConfined = () => {
  try {
    const command = ['--net', 'sh', '-c', 'prlimit --pid $$ --nofile=0:0'];
    execFileSync('unshare', isRoot ? command : ['--user', ...command], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

it('has its process read pictures without our user, network and files, and tells once what it keeps', async ({
  skip,
}) => {
  if (!canBeConfined()) return skip('this system lets nobody be confined');
  const decoder = open();
  await decoder.decode(sound);
  const seen = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'latin1');
  const pid = await decoder.pid();
  expect(readlinkSync(`/proc/${pid}/ns/net`)).not.toBe(readlinkSync('/proc/self/ns/net'));
  expect(seen('limits')).toMatch(/^Max open files +0 +0 /m);
  if (isRoot) {
    expect(seen('status')).toMatch(/^Uid:(\t65534){4}$/m);
    expect(seen('status')).toMatch(/^Gid:(\t65534){4}$/m);
    expect(seen('status')).toMatch(/^Groups:\s*$/m);
    expect(seen('status')).toMatch(/^CapEff:\t0+$/m);
  }
  process.kill(pid!, 'SIGSEGV');
  await decoder.decode(sound);
  await decoder.decode(sound);
  expect(said.filter((line) => line.startsWith('what this system lets'))).toEqual(
    isRoot
      ? []
      : ['what this system lets the decoder of pictures keep: the rights of the user who started it'],
  );
});

const CONFINE = new URL('../../../dist/enrichers/pictures/confine.js', import.meta.url).href;
/** Stands in for a decoder that a picture has taken over: it is started the same way, and tries what it should not be able to. */
const TAKEN_OVER = `
  import { connect } from 'node:net';
  import { readFileSync, writeFileSync } from 'node:fs';
  const [compiled, port, parent] = process.argv.slice(-3);
  const { confine } = await import(compiled);
  const tried = (act) => { try { return act(), 'done'; } catch (error) { return error.code; } };
  const found = {
    before: tried(() => readFileSync('/proc/self/status')),
    has: confine(),
    environment: Object.keys(process.env),
    parents: tried(() => readFileSync('/proc/' + parent + '/environ')),
    file: tried(() => readFileSync('/etc/passwd')),
    kill: process.getuid() === 65534 ? tried(() => process.kill(Number(parent), 0)) : null,
  };
  connect(Number(port), '127.0.0.1')
    .on('connect', () => process.send({ ...found, network: 'done' }))
    .on('error', () => process.send({ ...found, network: 'refused' }));
`;

it('lets a process that was taken over read neither environment nor file, and reach nobody', async ({
  skip,
}) => {
  if (!canBeConfined()) return skip('this system lets nobody be confined');
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as { port: number };
  const [command, ...before] = [...(await withoutNetwork()), process.execPath];
  const child = spawn(
    command!,
    [...before, '--input-type=module', '-e', TAKEN_OVER, CONFINE, `${port}`, `${process.pid}`],
    { env: {}, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  );
  const [found] = await once(child, 'message');
  child.kill('SIGKILL');
  listener.close();
  expect(found).toEqual({
    before: 'done',
    has: isRoot ? [] : ['the rights of the user who started it'],
    environment: [],
    parents: expect.stringMatching(/^E(MFILE|ACCES)$/),
    file: 'EMFILE',
    kill: isRoot ? 'EPERM' : null,
    network: 'refused',
  });
});

it.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)('reads a picture of the kind %s', async (kind) => {
  const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'red' } })
    .toFormat(kind)
    .toBuffer();
  expect(await open().decode(bytes)).toMatchObject(isRead);
});

it('reads a large picture that lies on its side, as before', async () => {
  // Turned upright it is held whole, above what libvips writes to a file where it can.
  const large = await sharp({ create: { width: 8_000, height: 7_900, channels: 3, background: 'red' } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect(await open().decode(large)).toMatchObject(isRead);
});

describe('by a socket', () => {
  let folder: string;
  let close: () => Promise<void>;
  let distant: DistantDecoder;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'decoder-'));
    const socket = join(folder, 'decoder.sock');
    close = await serveDecoder(socket, open({ pictureMs: 5_000, memoryMb: 1_024 }));
    distant = new DistantDecoder(socket);
  });
  afterEach(async () => {
    await distant.close();
    await close();
    rmSync(folder, { recursive: true });
  });

  it('says the same of a picture', async () => {
    const here = open();
    for (const bytes of [sound, sound.subarray(0, 100)])
      expect(await distant.decode(bytes)).toEqual(await here.decode(bytes));
  });

  /** Who has taken over the decoder answers as he likes. */
  async function takenOver(answer: (response: ServerResponse) => void) {
    const socket = join(folder, 'taken-over.sock');
    const server = createHttpServer((_, response) => answer(response)).listen(socket);
    await once(server, 'listening');
    return { server, decoder: new DistantDecoder(socket) };
  }

  it.each([
    { perceptualHash: '../../else', squares: { 64: '', 256: '' } },
    { perceptualHash: '0'.repeat(16), squares: { 64: '', 256: Buffer.alloc(2 << 20).toString('base64') } },
    { failure: 'made up', detail: '' },
  ])('takes no answer that is none: %#', async (answer) => {
    const { server, decoder } = await takenOver((response) => response.end(JSON.stringify(answer)));
    await expect(decoder.decode(sound)).rejects.toMatchObject({ name: 'ZodError' });
    server.close();
  });

  it('reads no answer that is longer than any can be', async () => {
    const pieces = ['"', ...Array(1_024).fill('x'.repeat(65_536)), '"'];
    let taken = 0;
    function* counted() {
      for (const piece of pieces) {
        taken += 1;
        yield piece;
      }
    }
    const { server, decoder } = await takenOver(
      (response) => void pipeline(Readable.from(counted()), response).catch(() => {}),
    );
    await expect(decoder.decode(sound)).rejects.toThrow('answers with more than 3145728 bytes');
    expect(taken).toBeLessThan(pieces.length);
    server.close();
  });

  it('outlives an answer that ends in the middle, by whoever ends it', async () => {
    const begun: ServerResponse[] = [];
    const { server, decoder } = await takenOver((response) => {
      begun.push(response);
      response.write('{"failure":');
    });
    const cut = expect(decoder.decode(sound)).rejects.toThrow();
    await expect.poll(() => begun.length).toBe(1);
    begun[0]!.destroy();
    await cut;
    const closed = expect(decoder.decode(sound)).rejects.toThrow();
    await expect.poll(() => begun.length).toBe(2);
    await decoder.close();
    await closed;
    server.close();
  });

  it('blames no picture when nobody listens', async () => {
    await close();
    await expect(distant.decode(sound)).rejects.toThrow();
  });

  it('ends a picture that is larger than any that is fetched', async () => {
    await expect(distant.decode(Buffer.alloc(17 << 20))).rejects.toThrow();
    expect(await distant.decode(sound)).toMatchObject(isRead);
  });
});

it.each([
  ['hangs', 'SIGSTOP', { failure: 'too-slow', detail: 'not read within 5 s' }],
  ['crashes', 'SIGSEGV', { failure: 'unreadable', detail: 'its reading ended with SIGSEGV' }],
] as const)('replaces a process that %s', async (_, signal, refused) => {
  const decoder = open({ pictureMs: 5_000, memoryMb: 1_024 });
  await decoder.decode(sound);
  const before = await decoder.pid();
  process.kill(before!, signal);
  expect(await decoder.decode(sound)).toEqual(refused);
  expect(said).toContain(`a picture ended its decoder: ${refused.detail}`);
  expect(await decoder.decode(sound)).toMatchObject(isRead);
  expect(await decoder.pid()).not.toBe(before);
});

it('gives the next picture to another process where one answered what is none', async () => {
  const madeUp = `process.on('message', () => process.send('made up')).send({ has: [] })`;
  vi.mocked(withoutNetwork).mockResolvedValueOnce([process.execPath, '-e', madeUp]);
  const decoder = open();
  const [first, second] = await Promise.all([sound, sound].map((bytes) => decoder.decode(bytes)));
  expect(first).toEqual({
    failure: 'unreadable',
    detail: 'its reading ended with an answer that is none',
  });
  expect(second).toMatchObject(isRead);
});

it('ends a process over its memory', async () => {
  // Interlaced, so that it is held whole: 190 MB.
  const large = await sharp({ create: { width: 8_000, height: 8_000, channels: 3, background: 'red' } })
    .png({ progressive: true, compressionLevel: 1 })
    .toBuffer();
  const decoder = open({ pictureMs: 60_000, memoryMb: 130 });
  expect(await decoder.decode(large)).toEqual({
    failure: 'unreadable',
    detail: 'takes more than 130 MB to be read',
  });
});

it('lets no more wait than it can hold', async () => {
  const decoder = open();
  const answers = await Promise.all(Array.from({ length: 40 }, () => decoder.decode(sound)));
  expect(answers.filter((answer) => 'failure' in answer)).toEqual(
    Array(8).fill({ failure: 'too-slow', detail: '32 pictures wait to be read' }),
  );
});

it('blames no picture when it is closed', async () => {
  const decoder = open();
  await decoder.decode(sound);
  const underWay = expect(decoder.decode(sound)).rejects.toThrow('pictures are read no more');
  await decoder.close();
  await underWay;
  await expect(decoder.decode(sound)).rejects.toThrow('pictures are read no more');
});
