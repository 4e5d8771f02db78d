import { describe, expect, it } from 'vitest';
import { readOptions, UsageError } from './options.js';

describe('readOptions', () => {
  it('starts the simulated market on .data by default', () => {
    expect(readOptions([])).toMatchObject({
      dataDir: expect.stringMatching(/\.data$/),
      source: { kind: 'market' },
      speed: '1',
      rate: '1x',
      layout: '2026-10b',
      pastMinutes: '40',
      solPriceUsd: null,
      port: 4000,
      historyLimitBytes: 5e9,
    });
  });

  it('reads a tape, a provider and a price', () => {
    expect(
      readOptions(['--source', 'tape:/a/b.tape', '--speed', 'max', '--sol-price', '150.25']),
    ).toMatchObject({
      source: { kind: 'tape', file: '/a/b.tape' },
      speed: 'max',
      solPriceUsd: '150.25',
    });
    expect(readOptions(['--source', 'https://grpc.example.com'])).toMatchObject({
      source: { kind: 'provider', url: 'https://grpc.example.com' },
    });
  });

  it('reads endpoints of an RPC, with a key that stands elsewhere', () => {
    const rpcOf = (source: string, env = {}) => readOptions(['--source', source], env);
    expect(rpcOf('wss://a.example/,ws://127.0.0.1:8900')).toMatchObject({
      source: { kind: 'rpc', urls: ['wss://a.example/', 'ws://127.0.0.1:8900'] },
    });
    expect(rpcOf('wss://a.example/?api-key={key},wss://b.example/{key}', { RPC_KEY: 'a/b' })).toMatchObject({
      source: { kind: 'rpc', urls: ['wss://a.example/?api-key=a%2Fb', 'wss://b.example/a%2Fb'] },
    });
  });

  it.each([
    [
      ['--source', 'wss://a.example/{key}'],
      '--source has {key} in its address: the key itself goes into RPC_KEY.',
    ],
    [
      ['--source', 'wss://a.example/secret,https://b.example'],
      'separated by commas and nothing else; the one at place 2 is none.',
    ],
    [['--source', 'wss://'], '--source takes addresses of an RPC that begin with wss:// or ws://'],
    [['--source', 'https://rpc.example/?api-key={key}'], 'as that of an RPC, which begins with wss://'],
    [['--source', 'wss://me:secret@a.example'], 'a key goes into RPC_KEY'],
    [['--source', 'wss://a.example/?key=secret', '--speed', '10'], 'not for --source wss://a.example.'],
  ])('refuses %j, and says nothing of what may be a key', (argv, message) => {
    const read = () => readOptions(argv);
    expect(read).toThrow(UsageError);
    expect(read).toThrow(message);
    expect(read).not.toThrow('secret');
  });

  it('reads how the programs of the market speak', () => {
    expect(readOptions(['--layout', '2024-08'])).toMatchObject({ layout: '2024-08' });
    expect(() => readOptions(['--layout', '2019-01'])).toThrow('it takes 2024-08, 2025-05');
  });

  it.each([
    [
      ['--source', 'ftp://x'],
      '--source ftp://x is not accepted: it takes market, tape:<file>, the https:// address of a Yellowstone provider or the wss:// address of an RPC.',
    ],
    [['--source', 'tape:'], 'it takes market'],
    [['--speed', '2'], '--speed 2 is not accepted: it takes 1, 10 or max.'],
    [['--speed', '10'], '--speed is for a tape, not for --source market.'],
    [
      ['--source', 'tape:/a/b.tape', '--rate=10x'],
      '--rate is for the market, not for --source tape:/a/b.tape.',
    ],
    [['--rate', '10'], '--rate 10 is not accepted: it takes 1x, 10x or max.'],
    [['--sol-price', '1e3'], 'it takes dollars as a plain decimal'],
    [['--port', '70000'], 'it takes a port from 0 to 65535'],
    [['--history-gb', '0.1'], 'it takes gigabytes, 0.5 or more'],
    [['--nonsense'], '--nonsense'],
  ])('refuses %j and says what is accepted', (argv, message) => {
    expect(() => readOptions(argv)).toThrow(UsageError);
    expect(() => readOptions(argv)).toThrow(message);
  });
});
