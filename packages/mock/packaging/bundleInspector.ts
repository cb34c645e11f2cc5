import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { lineLimit } from '../../tooling/src/bundles/lineLimit.ts'
import { inputsOf } from '../../tooling/src/bundles/notices.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

/**
 * Bundles the inspector into one file, which a page loads alone. It shares nothing with the mock.
 *
 * @returns The code, and the paths of the files in it, relative to the package's folder.
 */
export async function bundleInspector(): Promise<{ code: string; inputs: string[] }> {
  const { outputFiles, metafile } = await build({
    entryPoints: ['src/inspector/inspector.ts'],
    absWorkingDir: root,
    bundle: true,
    minify: true,
    lineLimit,
    format: 'esm',
    target: 'es2023',
    platform: 'browser',
    conditions: ['@latchkey/source'],
    metafile: true,
    write: false,
    logLevel: 'error',
  })
  return { code: outputFiles[0]?.text ?? '', inputs: inputsOf(metafile) }
}
