/** The rules of the screens. A change of meaning raises `RULES_VERSION`. */
export * from './checks.js';
export * from './gates.js';
export * from './limits.js';
export * from './lists.js';
export * from './merit.js';
export * from './points.js';
export * from './risk.js';
export * from './rug-findings.js';
export * from './score-parts.js';
export * from './scores.js';
export * from './scoring-page.js';
export * from './use-words.js';
export * from './verdicts.js';
