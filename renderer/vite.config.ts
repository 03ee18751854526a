import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const service = 'http://127.0.0.1:4777'

export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  plugins: [react()],
  // Replaced in each answer: by service/http/pages.ts, and by the desktop app's own protocol.
  html: { cspNonce: '__EARSHOT_NONCE__' },
  build: {
    outDir: path.join(import.meta.dirname, '../dist/renderer'),
    emptyOutDir: true,
    // The content policy allows no data: scripts and few data: files, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2024',
  },
  server: {
    // `vite --config renderer/vite.config.ts` against a service that runs on its default port.
    proxy: {
      '/v1': {
        target: service,
        changeOrigin: true,
        headers: { origin: service, 'sec-fetch-site': 'same-origin' },
      },
    },
  },
})
