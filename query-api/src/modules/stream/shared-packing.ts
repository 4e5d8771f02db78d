import type { TextSink } from './text-sink.js';
import { packed, WINDOW_BYTES } from './view/packed.js';

/** Clients that are told the same. */
export type Party = { text: string; sinks: TextSink[] };

const NOTHING = Buffer.alloc(0);

/**
 * Packs what the clients of a group are told, once for all who are told the same. Those in step were told the same texts one
 * after the other of late, so what is packed for them refers to these; what is packed for others refers to nothing before it.
 */
export class SharedPacking {
  readonly #inStep = new Set<TextSink>();
  /** What those in step were told since they are, as far as can be referred to. */
  #before: Buffer = NOTHING;

  /** From here on all of these are in step, if one of them was not. */
  bringInStep(sinks: Iterable<TextSink>): void {
    const all = [...sinks].filter(({ isPacked }) => isPacked);
    if (all.every((sink) => this.#inStep.has(sink))) return;
    this.#before = NOTHING;
    for (const sink of all) this.#inStep.add(sink);
  }

  leave(sink: TextSink): void {
    this.#inStep.delete(sink);
  }

  /** The parties hold all who are in step. Those of the party that most of them are of stay so. */
  write(parties: readonly Party[]): void {
    const inStep = parties.map(({ sinks }) => sinks.filter((sink) => this.#inStep.has(sink)).length);
    const most = inStep.indexOf(Math.max(...inStep));
    for (const [index, party] of parties.entries()) this.#writeParty(party, index === most);
  }

  /** To one of the group, which nobody else is told. */
  writeTo(sink: TextSink, text: string): void {
    if (this.#inStep.size === 0) this.bringInStep([sink]);
    this.#writeParty({ text, sinks: [sink] }, this.#inStep.size === 1 && this.#inStep.has(sink));
  }

  #writeParty({ text, sinks }: Party, isCommon: boolean): void {
    if (text === '') return;
    const bytes = Buffer.from(text);
    let blocks: Buffer | null = null;
    let blocksAlone: Buffer | null = null;
    for (const sink of sinks) {
      if (!sink.isPacked) sink.write(bytes);
      else if (isCommon && this.#inStep.has(sink)) {
        blocks ??= packed(bytes, this.#before);
        sink.write(blocks);
      } else {
        this.#inStep.delete(sink);
        blocksAlone ??= packed(bytes, NOTHING);
        sink.write(blocksAlone);
      }
    }
    if (blocks) this.#before = Buffer.concat([this.#before, bytes]).subarray(-WINDOW_BYTES);
  }
}
