import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'tsup'
import { emitDeclarations } from '../tooling/src/bundles/emitDeclarations.ts'
import { lineLimit } from '../tooling/src/bundles/lineLimit.ts'
import { toOpenApi30 } from './src/openapi30/toOpenApi30.ts'

const entry = { index: 'src/index.ts', zod: 'src/zod.ts' }

export default defineConfig({
  entry: Object.values(entry),
  // ../tooling/src/bundles/finishTypes.ts writes CommonJS.
  format: 'esm',
  target: 'es2023',
  dts: { entry: emitDeclarations(fileURLToPath(new URL('.', import.meta.url)), entry) },
  clean: true,
  silent: true,
  splitting: false,
  metafile: true,
  esbuildOptions(options) {
    options.minifyWhitespace = true
    options.lineLimit = lineLimit
  },
  onSuccess: writeDocuments,
})

/** The document, and the same in OpenAPI 3.0. Programs read them, so they have no white space. */
async function writeDocuments(): Promise<void> {
  const document = JSON.parse(await readFile('src/generated/openapi.json', 'utf8')) as object
  await writeFile('dist/openapi.json', `${JSON.stringify(document)}\n`)
  await writeFile('dist/openapi-3.0.json', `${JSON.stringify(toOpenApi30(document))}\n`)
}
