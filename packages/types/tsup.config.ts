import { copyFile } from 'node:fs/promises'
import { defineConfig } from 'tsup'
import { lineLimit } from '../tooling/src/bundles/lineLimit.ts'

export default defineConfig({
  entry: ['src/index.ts', 'src/zod.ts'],
  format: ['esm', 'cjs'],
  target: 'es2023',
  dts: true,
  clean: true,
  silent: true,
  splitting: false,
  esbuildOptions: (options) => void (options.lineLimit = lineLimit),
  onSuccess: () => copyFile('src/generated/openapi.json', 'dist/openapi.json'),
})
