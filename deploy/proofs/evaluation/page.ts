/** The page's section of a market: written by the tool between two marks, the rest of the page by hand. */
const beginOf = (seed: number): string =>
  `<!-- seed ${seed}: written by \`npm run evaluate -- --seed ${seed} --write\` -->`;
const endOf = (seed: number): string => `<!-- end of seed ${seed} -->`;
const BEGIN = /<!-- seed (\d+): written by/g;

/** In the order of the seeds; of a seed that stands there the section is replaced. */
export function withSection(page: string, seed: number, section: string): string {
  const written = `${beginOf(seed)}\n\n${section.trim()}\n\n${endOf(seed)}\n`;
  const [from, to] = [page.indexOf(beginOf(seed)), page.indexOf(endOf(seed))];
  if (from >= 0 && to > from)
    return `${page.slice(0, from)}${written}${page.slice(to + endOf(seed).length + 1)}`;
  const later = [...page.matchAll(BEGIN)].find(([, other]) => Number(other) > seed);
  if (later) return `${page.slice(0, later.index)}${written}\n${page.slice(later.index)}`;
  return `${page.trimEnd()}\n\n${written}`;
}
