/** The rules of the screens. A change of meaning raises `RULES_VERSION`. */
export * from './checks.js';
export * from './limits.js';
export * from './lists.js';
export * from './verdicts.js';
