/**
 * Runs Stryker over one room, in the folder of its package in a copy of the repository: it changes the sources in place.
 * Arguments: the room, and the files or lines to change.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { report: { type: 'string', default: 'report.json' }, 'incremental-file': { type: 'string' } },
})
const [room = '', ...mutate] = positionals
const incrementalFile = values['incremental-file']
process.env.LATCHKEY_MUTATION_ROOM = room

await new Stryker({
  testRunner: 'resident',
  plugins: [
    '@stryker-mutator/vitest-runner',
    ...['residentRunner.ts', 'ignored.ts'].map((file) => join(import.meta.dirname, file)),
  ],
  ignorers: ['meaningless'],
  // Without its `?.` such an expression does not compile.
  mutator: { excludedMutations: ['OptionalChaining'] },
  vitest: { configFile: join(import.meta.dirname, 'roomTests.config.ts'), related: false },
  inPlace: true,
  coverageAnalysis: 'perTest',
  concurrency: Number(process.env.LATCHKEY_MUTATION_CONCURRENCY ?? 1),
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: values.report },
  ...(incrementalFile !== undefined && { incremental: true, incrementalFile }),
  mutate,
  // A machine that is busy is no change that hangs. Loops without an end are stopped by their count long before.
  timeoutMS: 240_000,
  dryRunTimeoutMinutes: 30,
  allowEmpty: true,
}).runMutationTest()
