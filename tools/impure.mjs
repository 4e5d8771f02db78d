// What gives a function more than its arguments: clocks, timers, chance, the environment, the console, the network.

const COMMENTS_AND_TEXTS = /\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g;
const GLOBALS =
  'process|performance|console|crypto|fetch|require|globalThis|setTimeout|setInterval|setImmediate|queueMicrotask';
/** Of a date, what depends on its arguments alone is free. */
const IMPURE = new RegExp(
  String.raw`(?<![.\w$])(?:${GLOBALS})\b|\bDate\b(?!\.(?:UTC|parse)\(|\((?!\s*\)))|\bMath\.random\b|\bimport\.meta\b`,
  'g',
);

/** The names of such things in a TypeScript source. */
export const impureIn = (source) => [...new Set(source.replace(COMMENTS_AND_TEXTS, '').match(IMPURE) ?? [])];
