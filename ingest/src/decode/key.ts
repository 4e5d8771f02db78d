import { encodeAddress } from './base58.js';

/** A 32-byte account address where it stands in a message. It becomes text only when somebody asks. */
export class Key {
  constructor(
    readonly view: DataView,
    readonly at: number,
  ) {}

  equals(other: Key): boolean {
    for (let i = 0; i < 32; i += 4) {
      if (this.view.getUint32(this.at + i) !== other.view.getUint32(other.at + i)) return false;
    }
    return true;
  }

  /** The all-zero key: launchpad events write SOL and "nobody" this way. */
  get isZero(): boolean {
    for (let i = 0; i < 32; i += 4) if (this.view.getUint32(this.at + i) !== 0) return false;
    return true;
  }

  toString(): string {
    return encodeAddress(this.view, this.at);
  }

  toJSON(): string {
    return this.toString();
  }
}
