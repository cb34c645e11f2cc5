import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['@latchkey/source'] },
  ssr: { resolve: { conditions: ['@latchkey/source'] } },
  test: {
    // A compiler, a browser and bundles take their time on a machine that is busy.
    testTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
    setupFiles: ['../mock/test/failOnFaults.ts'],
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'test/**/*.test.ts', 'behaviour/**/*.test.ts'],
  },
})
