import { defineConfig } from 'vitest/config'

// Those in tests/ are Playwright's.
export default defineConfig({ test: { include: ['*.test.ts'] } })
