import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Files share what they have loaded: to load it anew for each would take four times as long.
    isolate: false,
    include: ['src/**/*.test.ts'],
    // Signatures by the hundred take their time on a machine that is busy.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
