import { constants, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Party, SharedPacking } from './shared-packing.js';
import type { TextSink } from './text-sink.js';
import { GZIP_HEADER } from './view/packed.js';

/** A client, what it has to be told, and what came. */
function client(isPacked: boolean) {
  const came: Buffer[] = isPacked ? [GZIP_HEADER] : [];
  const sink = { isPacked, write: (bytes: Buffer) => came.push(bytes) } as unknown as TextSink;
  const read = () => {
    const bytes = Buffer.concat(came);
    return String(isPacked ? gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }) : bytes);
  };
  return { sink, told: '', read, bytesOfLast: () => came.at(-1)?.length ?? 0 };
}
type Client = ReturnType<typeof client>;

const changeOf = (mint: number, price: number) =>
  `event: change\ndata: {"mint":"${String(mint).repeat(20)}","token":{"price":"${price}","name":"漢字"},"lists":{}}\n\n`;

function tell(packing: SharedPacking, texts: ReadonlyMap<string, readonly Client[]>) {
  const parties: Party[] = [...texts].map(([text, clients]) => ({
    text,
    sinks: clients.map(({ sink }) => sink),
  }));
  for (const [text, clients] of texts) for (const each of clients) each.told += text;
  packing.write(parties);
}

describe('what a group is told', () => {
  const step = fc.record({
    does: fc.constantFrom(
      ...(['tellAll', 'tellAll', 'tellApart', 'tellOne', 'tellMuch'] as const),
      ...(['join', 'leave', 'bringInStep'] as const),
    ),
    mint: fc.nat(5),
  });

  it('is what each client reads with zlib, whoever comes and goes and is told something else', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }), (steps) => {
        const packing = new SharedPacking();
        let here = [client(true), client(true), client(false)];
        const all = [...here];
        for (const [index, { does, mint }] of steps.entries()) {
          const text = changeOf(mint, index);
          const one = here[(mint * 7 + index) % Math.max(1, here.length)];
          if (does === 'join') {
            const joined = client(index % 4 !== 0);
            all.push(joined);
            here.push(joined);
          } else if (does === 'bringInStep') packing.bringInStep(here.map(({ sink }) => sink));
          else if (does === 'tellAll') tell(packing, new Map([[text, here]]));
          else if (does === 'tellMuch') tell(packing, new Map([[text.repeat(400) + index, here]]));
          else if (does === 'tellApart') {
            const apart = here.filter((_, place) => place % (mint + 1) === 0);
            const rest = here.filter((_, place) => place % (mint + 1) !== 0);
            tell(
              packing,
              new Map([
                [text, apart],
                [`${text}${changeOf(9, index)}`, rest],
              ]),
            );
          } else if (one && does === 'tellOne') {
            one.told += text;
            packing.writeTo(one.sink, text);
          } else if (one && does === 'leave') {
            packing.leave(one.sink);
            here = here.filter((each) => each !== one);
          }
        }
        for (const each of all) expect(each.read()).toBe(each.told);
      }),
      { numRuns: 60 },
    );
  });

  it('is packed for those in step with what they were told before, and once for all of them', () => {
    const packing = new SharedPacking();
    const clients = [client(true), client(true)];
    packing.bringInStep(clients.map(({ sink }) => sink));
    tell(packing, new Map([[changeOf(1, 1), clients]]));
    const [first] = clients.map(({ bytesOfLast }) => bytesOfLast());
    tell(packing, new Map([[changeOf(1, 2), clients]]));
    const [second, alike] = clients.map(({ bytesOfLast }) => bytesOfLast());
    expect(second).toBe(alike);
    expect(second).toBeLessThan((first ?? 0) / 3);
  });

  it('is packed so for a client that is alone, from its first text on', () => {
    const packing = new SharedPacking();
    const alone = client(true);
    packing.writeTo(alone.sink, changeOf(1, 1));
    const first = alone.bytesOfLast();
    packing.writeTo(alone.sink, changeOf(1, 2));
    expect(alone.bytesOfLast()).toBeLessThan(first / 3);
  });

  it('keeps those in step that most of them are, and takes in the others when they are brought in step', () => {
    const packing = new SharedPacking();
    const [one, two, late] = [client(true), client(true), client(true)];
    packing.bringInStep([one.sink, two.sink]);
    const everyone = [one, two, late];
    tell(
      packing,
      new Map([
        [changeOf(1, 1), [one, two]],
        [changeOf(1, 1) + changeOf(2, 1), [late]],
      ]),
    );
    tell(packing, new Map([[changeOf(1, 2), everyone]]));
    expect(one.bytesOfLast()).toBe(two.bytesOfLast());
    expect(one.bytesOfLast()).toBeLessThan(late.bytesOfLast() / 3);
    packing.bringInStep(everyone.map(({ sink }) => sink));
    tell(packing, new Map([[changeOf(1, 3), everyone]]));
    tell(packing, new Map([[changeOf(1, 4), everyone]]));
    expect(late.bytesOfLast()).toBe(one.bytesOfLast());
    expect(late.bytesOfLast()).toBeLessThan(40);
  });
});
