import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'scripts/**/*.test.ts', '.vitepress/**/*.test.ts'],
    globalSetup: ['@latchkey/chromium/setup'],
    // The pages are parsed once.
    isolate: false,
    // A browser and another test runner take their time on a machine that is busy.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    maxConcurrency: 3,
  },
})
