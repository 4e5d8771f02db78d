// `npm run holes`: the published advisories of which a version in package-lock.json is one, by GET alone (`npm audit` sends a POST
// of all that is installed). Status 1 where there is one, 2 where nobody could be asked. ADVISORIES_URL names a mirror of
// GitHub's list of global security advisories.
import { pathToFileURL } from 'node:url';
import { lockedPackages } from './locked-packages.mjs';
import { endWhereUsageIsAsked } from './usage.mjs';

const LIST = 'https://api.github.com/advisories';
/** So many names make an address of some 4,000 characters. */
const AT_ONCE = 100;
const ANSWER_WITHIN_MS = 30_000;

/** @returns the advisories of which one of `packages` is, each once. @throws where the list cannot be read */
export async function findHoles(packages, list = LIST) {
  const all = [...new Set(packages.map(({ name, version }) => `${name}@${version}`))];
  const found = new Map();
  for (let first = 0; first < all.length; first += AT_ONCE) {
    const some = all.slice(first, first + AT_ONCE);
    let next = `${list}?${new URLSearchParams({ ecosystem: 'npm', per_page: '100', affects: some.join(',') })}`;
    while (next) {
      const { advisories, after } = await read(next);
      for (const advisory of advisories)
        found.set(advisory.ghsa_id, { ...advisory, of: affectedOf(advisory, all) });
      next = after;
    }
  }
  return [...found.values()];
}

async function read(address) {
  const answer = await fetch(address, {
    headers: { accept: 'application/vnd.github+json' },
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  if (!answer.ok) throw new Error(`${new URL(address).host} answers ${answer.status}`);
  const [, after] = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '') ?? [];
  return { advisories: await answer.json(), after };
}

/** By name: which version is one of them was judged where the list is. */
const affectedOf = ({ vulnerabilities }, all) => {
  const names = new Set(vulnerabilities.map((one) => one.package?.name));
  return all.filter((one) => names.has(one.slice(0, one.lastIndexOf('@'))));
};

async function main() {
  endWhereUsageIsAsked('tools/holes.mjs', process.argv.slice(2));
  const list = process.env.ADVISORIES_URL || LIST;
  const packages = lockedPackages();
  let holes;
  try {
    holes = await findHoles(packages, list);
  } catch (error) {
    const why = error.cause?.code ?? error.message;
    console.error(
      `Known holes cannot be looked up: ${new URL(list).host} must be reached by GET over HTTPS (${why}).`,
    );
    process.exit(2);
  }
  for (const { ghsa_id: id, severity, summary, of } of holes)
    console.log(`${severity}: ${of.join(', ')}: ${summary} (https://github.com/advisories/${id})`);
  console.log(`${holes.length} known holes in ${packages.length} packages`);
  process.exitCode = holes.length > 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
