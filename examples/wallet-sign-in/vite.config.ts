import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { defineConfig } from 'vite'

// The worker of `msw init public`, but from the package itself, so it fits the installed version.
export default defineConfig({
  publicDir: dirname(createRequire(import.meta.url).resolve('msw/mockServiceWorker.js')),
})
