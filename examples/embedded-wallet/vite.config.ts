import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { defineConfig } from 'vite'

// What `msw init public` would copy: from the package itself, the worker fits the installed version.
export default defineConfig({
  publicDir: dirname(createRequire(import.meta.url).resolve('msw/mockServiceWorker.js')),
})
