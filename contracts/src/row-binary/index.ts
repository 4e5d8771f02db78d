export * from './bytes.js';
