import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type InlineConfig, preview } from 'vite'

/** The built page, at a URL. */
export interface Site {
  readonly url: string
  close(): Promise<void>
}

/**
 * Builds the page and serves it. A test loads that in a fraction of the time that the modules of a development server
 * take.
 *
 * @param variables - Of the environment of the build.
 */
export async function servePage(variables: Readonly<Record<string, string>> = {}): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-rainbowkit-'))
  const define = Object.entries(variables).map(([name, value]) => [`import.meta.env.${name}`, JSON.stringify(value)])
  const options: InlineConfig = { root: import.meta.dirname, logLevel: 'error', build: { outDir: folder } }
  await build({ ...options, define: Object.fromEntries(define) })
  const server = await preview({ ...options, preview: { port: 0 } })
  return {
    url: server.resolvedUrls?.local[0] ?? '',
    async close() {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
