import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { StoreWatch } from './store-watch.js';

let watch: StoreWatch;
afterEach(() => watch.stop());

const refused = () => Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });

it.each([
  refused(),
  new Error('the database system is starting up (57P03)'),
  new Error('password authentication failed for user "query_api" (28P01)'),
])(
  'tells of no outage while a store comes up beside it, and of one that had answered at once: %s',
  async (comesUp) => {
    const said: string[] = [];
    let error: Error = comesUp;
    let isUp = false;
    let asked = 0;
    const ask = async () => {
      asked++;
      if (!isUp) throw error;
    };
    const nextAnswers = async (count: number) => {
      for (const until = asked + count; asked < until; ) await nextTurn();
    };
    watch = new StoreWatch({
      ...{ name: 'rpc', title: 'The RPC', ask, everyMs: 1, withinMs: 1_000 },
      say: (line) => said.push(line),
    });
    watch.start();
    await nextAnswers(3);
    expect([watch.stateAt(Date.now()).status, said]).toEqual(['down', []]);
    isUp = true;
    await nextAnswers(3);
    expect([watch.stateAt(Date.now()).status, said]).toEqual(['up', []]);
    isUp = false;
    await nextAnswers(3);
    expect(said).toEqual([expect.stringMatching(/^The RPC is away since /)]);
    expect(said[0]).toContain(comesUp.message);
    await watch.stop();

    // Who lets nobody in has come up already.
    said.length = 0;
    error = new Error('no entry');
    watch = new StoreWatch({
      ...{ name: 'rpc', title: 'The RPC', ask, everyMs: 1, withinMs: 1_000 },
      say: (line) => said.push(line),
    });
    watch.start();
    await nextAnswers(3);
    expect(said).toEqual([expect.stringMatching(/^The RPC is away since .*: no entry$/)]);
  },
);
