import { Key } from './key.js';

const keyOf = (hex: string): Key => {
  const bytes = Uint8Array.from(hex.match(/../g)!, (pair) => Number.parseInt(pair, 16));
  return new Key(new DataView(bytes.buffer), 0);
};

/** A launchpad program, and the account with which only it can sign: the mark of its own events. */
export type Program = { id: 'pump' | 'pumpswap'; address: string; key: Key; eventAuthority: Key };

export const PUMP: Program = {
  id: 'pump',
  address: '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P',
  key: keyOf('0156e0f693665acf44db1568bf175baa5189cb97f5d2ff3b655d2bb6fd6d18b0'),
  // Ce6TQqeHC9p8KetsN6JsjHK7UTZk7nasjjnr7XxXp9F1
  eventAuthority: keyOf('acf136eb01fc1c4e883d23c8b5844ab59a37f66add57c5e9ac3b53e059d35c64'),
};

export const PUMPSWAP: Program = {
  id: 'pumpswap',
  address: 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA',
  key: keyOf('0c14defc825ec67694250818bb654065f4298d3156d571b4d4f8090c18e9a863'),
  // GS4CU59F31iL7aR2Q8zVS8DRrcRnXX1yjQ66TqNVQnaR
  eventAuthority: keyOf('e54a709528839f61c0b9b86079891c139216e47a71b62fb73bec72169458745e'),
};

export const PROGRAMS: readonly Program[] = [PUMP, PUMPSWAP];
