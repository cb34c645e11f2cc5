import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

/** Serves the service worker's script from msw's own package, so that no copy of it can grow old here. */
export function serviceWorkerScript(): Plugin {
  const script = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js')
  return {
    name: 'latchkey:service-worker-script',
    configureServer({ middlewares }) {
      middlewares.use('/mockServiceWorker.js', (_, response) => {
        response.setHeader('content-type', 'text/javascript')
        response.end(readFileSync(script))
      })
    },
  }
}
