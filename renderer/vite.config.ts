import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Packages that every screen uses; of Mantine, only the core of its components. */
const packages = [
  ...['react', 'react-dom', 'scheduler', 'zustand', 'use-sync-external-store', 'clsx'],
  ...['react-router', 'router-core', 'history', 'react-query', 'query-core'].map(ofTanStack),
  ...['react-store', 'store'].map(ofTanStack),
  ...['i18next', 'react-i18next', '@mantine/core/esm/core'],
]

/**
 * Bundles what is needed together into a few files; otherwise every shared module becomes a file.
 */
const groups = [
  { name: 'frame', test: new RegExp(`node_modules/(${packages.join('|')})/`) },
  { name: 'icons', test: /node_modules\/lucide-react\// },
  { name: 'texts', test: /renderer\/i18n\/en\// },
  { name: 'client', test: /service\/client\// },
]

export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  plugins: [react()],
  // Replaced in each response: by service/http/pages.ts, and by the desktop app's own protocol.
  html: { cspNonce: '__EARSHOT_NONCE__' },
  build: {
    outDir: path.join(import.meta.dirname, '../dist/renderer'),
    emptyOutDir: true,
    // The content policy forbids data: scripts and most data: files, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2024',
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
})

function ofTanStack(name: string): string {
  return `@tanstack/${name}`
}
