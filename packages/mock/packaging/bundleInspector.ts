import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { inputsOf } from '../../tooling/src/bundles/notices.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

/**
 * Bundles the inspector into one file, which a page loads without any other. It shares nothing with the mock.
 *
 * @returns The code, and the paths of the files in it, relative to the package's folder.
 */
export async function bundleInspector(): Promise<{ code: string; inputs: string[] }> {
  const { outputFiles, metafile } = await build({
    entryPoints: ['src/inspector.ts'],
    absWorkingDir: root,
    bundle: true,
    minify: true,
    // A page runs it, and prints no line of an error. Shorter lines would only make it larger.
    lineLimit: 300,
    // In place of the automatic runtime of tsconfig.json, whose calls are longer.
    tsconfigRaw: { compilerOptions: { jsx: 'react', jsxFactory: 'h', jsxFragmentFactory: 'Fragment' } },
    inject: ['../inspector/src/jsx.ts'],
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
