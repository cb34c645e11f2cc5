import { copyFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'tsup'
import { emitDeclarations } from '../tooling/src/bundles/emitDeclarations.ts'
import { lineLimit } from '../tooling/src/bundles/lineLimit.ts'

const entry = { index: 'src/index.ts', zod: 'src/zod.ts' }

export default defineConfig({
  entry: Object.values(entry),
  format: ['esm', 'cjs'],
  target: 'es2023',
  dts: { entry: emitDeclarations(fileURLToPath(new URL('.', import.meta.url)), entry) },
  clean: true,
  silent: true,
  splitting: false,
  esbuildOptions: (options) => void (options.lineLimit = lineLimit),
  onSuccess: () => copyFile('src/generated/openapi.json', 'dist/openapi.json'),
})
