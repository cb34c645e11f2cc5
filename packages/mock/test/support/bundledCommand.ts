import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, stop } from 'esbuild'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** As far below the package as the sources are, which look for the built inspector from where they lie. */
const folder = `${root}coverage/command-${process.env.VITEST_POOL_ID}/`

const isResolving = Symbol('resolving')

const librariesStayOutside: Plugin = {
  name: 'libraries stay outside',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^./]/ }, async ({ kind, path, importer, resolveDir, pluginData }) => {
      if (kind === 'entry-point' || path.startsWith('@latchkey/') || pluginData === isResolving) return undefined
      // By the file, since each package of the workspace has libraries of its own.
      const found = await resolve(path, { kind, importer, resolveDir, pluginData: isResolving })
      return { path: found.errors.length > 0 ? path : found.path, external: true }
    })
  },
}

/**
 * The command as a few files, made of the sources once per process: the sources' thousand files cost each start a
 * second of processor time, and tests start the command two hundred times.
 */
export const bundledCommand = await bundleCommand()

async function bundleCommand(): Promise<string> {
  rmSync(folder, { recursive: true, force: true })
  await build({
    absWorkingDir: root,
    entryPoints: ['src/bin/latchkeyMock.ts'],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    conditions: ['@latchkey/source'],
    plugins: [librariesStayOutside],
    logLevel: 'warning',
  })
  await stop()
  return `${folder}latchkeyMock.js`
}
