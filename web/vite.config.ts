import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { smallFirstLoad } from './first-load';

/** The page reads no journal and no frames: its policy forbids compilers of rows, and it would carry others for nothing. */
const withoutCodecs: Plugin = {
  name: 'without-codecs',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk')
        for (const [id, { renderedLength }] of Object.entries(chunk.modules))
          if (renderedLength > 0 && /\/contracts\/dist\/(codecs\/|measures\/row-codec)/.test(id))
            this.error(`${chunk.fileName} holds ${id}`);
  },
};

export default defineConfig({
  plugins: [react(), withoutCodecs, smallFirstLoad],
  server: { proxy: { '/api': `http://127.0.0.1:${process.env.API_PORT ?? 3000}` } },
  build: {
    // Which files a part of the page needs (lib/chunks.ts).
    manifest: 'chunks.json',
    // One file of styles: of one that did not come, the code of a part that came later would do without.
    cssCodeSplit: false,
    // Fonts and images stay files: the page's policy allows no data: URLs for them.
    assetsInlineLimit: 0,
    rollupOptions: {
      output: {
        // Chunks run before what imports them: in zod's own, what it is told comes before any schema is made.
        codeSplitting: { groups: [{ name: 'zod', test: /node_modules\/zod\/|\/lib\/strict-zod\./ }] },
      },
      treeshake: {
        // The contracts' schemas are pure, and do not say so: what the page does not ask for stays out of its bundle.
        moduleSideEffects: (id) => !id.includes('/contracts/dist/'),
      },
    },
  },
});
