export * from './ask.js';
export * from './ask-codec.js';
