/** Changes `remembering/` in the working directory, as rooms are changed. Writes `report.json`. */
import { join } from 'node:path'
import { Stryker } from '@stryker-mutator/core'

await new Stryker({
  testRunner: 'resident',
  plugins: ['@stryker-mutator/vitest-runner', join(import.meta.dirname, '../src/residentRunner.ts')],
  vitest: { configFile: 'vitest.config.ts', related: false },
  inPlace: true,
  coverageAnalysis: 'perTest',
  concurrency: 1,
  reporters: ['json'],
  jsonReporter: { fileName: 'report.json' },
  mutate: ['squares.ts'],
}).runMutationTest()
