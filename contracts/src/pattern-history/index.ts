export * from './pattern-history.js';
