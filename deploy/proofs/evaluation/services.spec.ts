import { expect, it } from 'vitest';
import { replyOf } from './services.js';

// Neither is asked of what follows.
const market = {} as Parameters<typeof replyOf>[1];
const ask = (path: string) => replyOf({ path, headers: {}, body: '' }, market, 1);

it('a site that is none of the market’s is not found, whatever a launch calls it', () => {
  for (const path of ['/site/xn--pump-fun.example/', '/site/127.0.0.1/', '/site/'])
    expect(ask(path).status, path).toBe(404);
});

it('what no service answers is a fault of who plays', () => {
  expect(() => ask('/nowhere')).toThrow('no service of the market answers /nowhere');
});
