import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['@latchkey/source'] },
  ssr: { resolve: { conditions: ['@latchkey/source'] } },
  test: {
    setupFiles: ['../mock/test/failOnFaults.ts'],
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'test/**/*.test.ts', 'behaviour/**/*.test.ts'],
  },
})
