import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** JavaScript that the landing page loads before its first paint, gzipped. */
const MOST_BYTES = 150_000;
const PAGE = '/src/app/landing-page.tsx';

/** Fails the build when the landing page's first load grows over its limit: the entry, the page, and what these import. */
export const smallFirstLoad: Plugin = {
  name: 'small-first-load',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const wanted = chunks.filter(({ isEntry, facadeModuleId }) => isEntry || facadeModuleId?.endsWith(PAGE));
    if (wanted.length !== 2) this.error(`there is no chunk of its own for ${PAGE}`);
    // A set is walked to its end, with what is added on the way.
    const loaded = new Set(wanted.map(({ fileName }) => fileName));
    let bytes = 0;
    for (const fileName of loaded) {
      const chunk = chunks.find((one) => one.fileName === fileName);
      if (!chunk) continue;
      bytes += gzipSync(chunk.code).length;
      for (const imported of chunk.imports) loaded.add(imported);
    }
    const said = `the landing page loads ${(bytes / 1_000).toFixed(1)} kB of JavaScript first, in ${loaded.size} files`;
    if (bytes > MOST_BYTES) this.error(`${said}: over ${MOST_BYTES / 1_000} kB`);
    this.info(said);
  },
};
