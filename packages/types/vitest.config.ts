import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // To parse the whole description takes its time on a machine that is busy.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
  },
})
