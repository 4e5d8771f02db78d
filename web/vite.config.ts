import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  server: { proxy: { '/api': `http://127.0.0.1:${process.env.API_PORT ?? 3000}` } },
  build: {
    // Fonts and images stay files: the page's policy allows no data: URLs for them.
    assetsInlineLimit: 0,
    rollupOptions: {
      treeshake: {
        // These declare no sideEffects, so any import would drag all of them in. Schemas of the contracts are
        // pure too: what the page does not ask for stays out of its bundle.
        moduleSideEffects: (id) =>
          !/node_modules\/(@tremor|recharts|date-fns|lodash|@headlessui|react-day-picker)\/|\/contracts\/dist\//.test(
            id,
          ),
      },
    },
  },
});
