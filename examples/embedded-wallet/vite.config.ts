import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { defineConfig } from 'vite'

const workerScript = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js')

export default defineConfig({
  plugins: [
    {
      // What `msw init public` would copy; taken from the package, it fits the installed version.
      name: 'mock-service-worker',
      configureServer({ middlewares }) {
        middlewares.use('/mockServiceWorker.js', (_, response) => {
          response.setHeader('content-type', 'text/javascript')
          response.end(readFileSync(workerScript))
        })
      },
    },
  ],
})
