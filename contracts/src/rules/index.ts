/** The rules of the screens. A change of meaning raises `RULES_VERSION`. */
export * from './checks.js';
export * from './figures.js';
export {
  conditionOf,
  firstMissedIn,
  firstMissedOf,
  type Gate,
  type Gated,
  type GateInputs,
  gateCodesOf,
  gatedOf,
  gateIn,
  isFlag,
  limitIn,
  limitTextIn,
  missedIn,
  missedOf,
  NEW_WORDS,
  passes,
  RELATIONS,
  sentenceOfMissed,
  verdictIn,
  whyMissed,
} from './gates.js';
export * from './likeness.js';
export * from './limits.js';
export * from './list-gates.js';
export * from './lists.js';
export * from './look-intervals.js';
export * from './merit.js';
export * from './outcomes.js';
export * from './points.js';
export * from './risk.js';
export * from './rug-findings.js';
export * from './score-parts.js';
export * from './scores.js';
export * from './ultimate.js';
export * from './use-words.js';
export * from './verdicts.js';
