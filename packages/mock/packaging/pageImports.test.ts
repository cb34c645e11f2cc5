import { readFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { unpackedFolder } from './consumer.ts'

/**
 * The imports in what a page loads that a bundler cannot follow, and that webpack therefore warns of: modules of Node,
 * and expressions without a comment that tells it to leave them alone.
 */
async function strangeImports(entry: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [entry],
    absWorkingDir: unpackedFolder('mock'),
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    logLevel: 'silent',
    packages: 'external',
    outdir: 'out',
    splitting: true,
  })
  const files = Object.entries(metafile.inputs)
  expect(files.length).toBeGreaterThan(1)
  const builtIn = files.flatMap(([, { imports }]) => imports.map(({ path }) => path).filter((path) => isBuiltin(path)))
  const texts = await Promise.all(files.map(([path]) => readFile(join(unpackedFolder('mock'), path), 'utf8')))
  const expressions = texts.flatMap((text) =>
    Array.from(text.matchAll(/(?:return|await|=>)\s*import\((?!["'`])([^)]*)\)/g), ([, argument = '']) => argument),
  )
  return [...builtIn, ...expressions.filter((argument) => !argument.startsWith('/* webpackIgnore: true */'))]
}

it('imports nothing in a page that webpack would warn of', async () => {
  expect(await strangeImports('dist/browser.js')).toEqual([])
})
