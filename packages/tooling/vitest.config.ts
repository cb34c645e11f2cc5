import { defineConfig } from 'vitest/config'

export default defineConfig({
  ssr: { resolve: { conditions: ['@latchkey/source'] } },
  test: { include: ['src/**/*.test.ts'] },
})
