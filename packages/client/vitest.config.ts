import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['@latchkey/source'] },
  ssr: { resolve: { conditions: ['@latchkey/source'] } },
  test: {
    // Files share what they have loaded, as those of the mock do.
    isolate: false,
    // A compiler, a browser and bundles take their time on a machine that is busy.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Programs that tests start share what Node has compiled.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)) },
    setupFiles: ['failOnFaults', 'waitLonger'].map((name) => `../mock/test/support/${name}.ts`),
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'test/**/*.test.ts', 'behaviour/**/*.test.ts'],
  },
})
