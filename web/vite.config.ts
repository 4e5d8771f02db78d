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
        // The contracts' schemas are pure, and do not say so: what the page does not ask for stays out of its bundle.
        moduleSideEffects: (id) => !id.includes('/contracts/dist/'),
      },
    },
  },
});
