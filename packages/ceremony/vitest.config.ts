import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // No file changes what another one has loaded.
    isolate: false,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // A ceremony of five parties on ed25519 takes its time on a machine that is busy.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
