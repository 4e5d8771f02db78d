export * from './frame.js';
export * from './record.js';
export * from './samples.js';
