import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    isolate: false,
    include: ['src/**/*.test.ts'],
    // A machine that runs much else is slow; only what hangs reaches this.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
