/** Who and where on the chain: addresses, positions and ids, and the partition that a mint's records stand in. */
export * from './address.js';
export * from './known-accounts.js';
export * from './partition.js';
export * from './position.js';
