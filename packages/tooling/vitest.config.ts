import { defineConfig } from 'vitest/config'

export default defineConfig({
  ssr: { resolve: { conditions: ['@latchkey/source'] } },
  test: {
    include: ['src/**/*.test.ts'],
    // To parse the whole description takes its time on a machine that is busy.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
