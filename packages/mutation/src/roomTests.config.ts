/** The tests of one room, as Stryker runs them in the folder of its package. */
import { join } from 'node:path'
import { defaultClientConditions, defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { rooms } from './rooms.ts'

const { package: folder, tests } = rooms[process.env.LATCHKEY_MUTATION_ROOM as keyof typeof rooms]
const source = '@latchkey/source'

export default defineConfig({
  resolve: {
    conditions: [source, ...defaultClientConditions],
    ...(folder === 'mock' && { alias: { '#host': join(process.cwd(), 'test/hosts/fetchHost.ts') } }),
  },
  ssr: { resolve: { conditions: [source, ...defaultServerConditions] } },
  test: {
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    setupFiles: [
      join(import.meta.dirname, 'loadAnew.ts'),
      join(import.meta.dirname, 'loadRoom.ts'),
      ...(folder === 'mock' || folder === 'client' ? ['../mock/test/support/failOnFaults.ts'] : []),
    ],
    include: tests.map((path) => (path.endsWith('.ts') ? path : `${path}**/*.test.ts`)),
  },
})
