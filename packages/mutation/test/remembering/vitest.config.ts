import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { isolate: false, setupFiles: [process.env.LATCHKEY_MUTATION_SETUP ?? ''], include: ['*.test.ts'] },
})
