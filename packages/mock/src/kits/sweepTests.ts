import { startStopwatch } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import { isObject } from '@latchkey/base/isObject'
import { assertKeys } from '@latchkey/base/nearest'
import { literally, quoted } from '../effects/quoted.ts'
import type { Mock } from '../mock/createMock.ts'
import type { SweepChoice } from '../sweep/chooseCases.ts'
import type { SweepExpectations } from '../sweep/playCase.ts'
import type { Stage } from '../sweep/runOnce.ts'
import type { ReportedResult, SweepReport } from '../sweep/sweepReport.ts'
import { watchPage, type WatchedPage } from './watchPage.ts'

export interface SweepOptions<Context> extends SweepExpectations<Context>, SweepChoice {
  /**
   * Faults that are known: names of cases, each with the reason. Such a case passes while it has its fault, and fails
   * when it has none any more.
   */
  readonly knownFaults?: Readonly<Record<string, string>> | undefined
  /** Seconds after which no further case begins. @default no limit */
  readonly budgetSeconds?: number | undefined
  /** The folder to which the results are written: as JSON, as JUnit XML, and as a page. @default no files */
  readonly report?: string | undefined
  /** Removes what a run has left in the page, such as `cleanup` of Testing Library. */
  readonly cleanup?: (() => unknown) | undefined
}

/** Each option once, by the compiler. */
export const optionNames = Object.keys({
  onRefusal: true,
  onNetwork: true,
  isSignedIn: true,
  only: true,
  since: true,
  sample: true,
  seed: true,
  knownFaults: true,
  budgetSeconds: true,
  report: true,
  cleanup: true,
} satisfies Record<keyof SweepOptions<never>, true>)

/** Defines the cases of a test, each as a test of the runner. */
export type Sweep<Context> = (
  name: string,
  body: (context: Context) => unknown,
  options?: SweepOptions<Context>,
) => void

/** The parts of a kit that depend on its runner. */
interface SweepKit<Context> {
  /** Makes the mock that each run gets a copy of. */
  createOrigin(): Promise<Mock>
  /** @param cleanup - Of the options, after each run. */
  stageOf(cleanup: SweepOptions<Context>['cleanup']): Omit<Stage<Context>, 'page' | 'pageBefore' | 'replayOf'>
  /** Runs the tests of a file, and with `-t` those whose names fit an expression: `npx vitest run`. */
  readonly command: string
  /** The file of the test, from the folder of the app. */
  testFile(): string
  /** Defines a group of tests of this name. The runner calls `learn` when it can wait for it. */
  define(name: string, learn: () => Promise<LearnedTests>): void
}

/** The tests of a sweep. */
export interface LearnedTests {
  readonly tests: readonly SweepTest[]
  /** The results of those that have run. */
  results(): SweepReport
  /** Writes the report, if there is to be one. @returns The results of those that have run, as a table */
  finish(): Promise<string>
}

export interface SweepTest {
  readonly name: string
  /** Why it has to be skipped now, in a sentence; `undefined` if it may run. */
  reasonToSkip(): string | undefined
  /** @throws Error for a fault that is not known */
  run(): Promise<void>
}

/**
 * Milliseconds that the runner gives a test of a sweep. A run ends by itself, long before. One that the runner broke off
 * would go on beside the next.
 */
export const testLimitMs = 600_000

/** The name of the test that is swept now. */
let underWay: string | undefined

/** Makes the `sweep` of a kit. */
export function createSweepOf<Context>({
  createOrigin,
  stageOf,
  command,
  testFile,
  define,
}: SweepKit<Context>): Sweep<Context> {
  let origin: Promise<Mock> | undefined
  return (name, body, options = {}) => {
    assertSweep(name, body, options)
    define(name, async () => {
      origin ??= createOrigin()
      const stage = stageOf(options.cleanup)
      let watched: WatchedPage | undefined
      const run: Stage<Context>['run'] = async (mock, work) => {
        underWay = name
        watched = watchPage()
        try {
          return await stage.run(mock, work)
        } finally {
          watched.end()
          underWay = undefined
        }
      }
      const parts = {
        page: () => watched?.page(),
        pageBefore: () => watched?.pageBefore(),
        replayOf: (name: string) => `${command} ${quoted(testFile())} -t ${quoted(`${literally(name)}$`)}`,
        run,
      }
      return learnTests({ ...options, name, testFile, body, origin: await origin, stage: { ...stage, ...parts } })
    })
  }
}

/** @throws TypeError for arguments that are none of a sweep, and within a test that is swept itself */
function assertSweep(name: unknown, body: unknown, options: unknown): void {
  const refusal = (reason: string) => new TypeError(`Failed to call "sweep()": ${reason}`)
  if (typeof name !== 'string' || typeof body !== 'function')
    throw refusal("it takes a name, a function and options: sweep('signs in', async ({ mock }) => { … }).")
  assertSweepOptions(options, optionNames)
  if (underWay !== undefined) throw refusal(`"${name}" is within "${underWay}", which is swept itself.`)
}

/** The values that options of a sweep take, in words. */
const optionRules: readonly {
  readonly name: keyof SweepOptions<never>
  readonly takes: string
  fits(value: unknown): boolean
}[] = [
  { name: 'budgetSeconds', takes: 'a number from 0 on', fits: (value) => typeof value === 'number' && value >= 0 },
  {
    name: 'knownFaults',
    takes: "names of cases, each with the reason: { 'profile.get: the reply is lost': 'mended in May' }",
    fits: (value) => isObject(value) && Object.values(value).every((reason) => typeof reason === 'string' && reason),
  },
  {
    name: 'since',
    takes: 'an earlier report, read from its JSON file',
    fits: (value) => isObject(value) && Array.isArray(value['calls']),
  },
  { name: 'report', takes: 'the path of a folder', fits: (value) => typeof value === 'string' && value !== '' },
]

/** @throws TypeError for an option that a sweep does not have, or does not take */
export function assertSweepOptions(options: unknown, names: readonly string[]): void {
  const refusal = (reason: string) => new TypeError(`Failed to call "sweep()": ${reason}`)
  if (Object(options) !== options) throw refusal('its options are an object, such as { sample: 20 }.')
  assertKeys(options as object, names, { call: 'sweep()', what: 'option' })
  for (const { name, takes, fits } of optionRules) {
    const value = (options as SweepOptions<never>)[name]
    if (value !== undefined && !fits(value)) throw refusal(`${name} takes ${takes}, not ${inWords(value)}.`)
  }
}

/** An object by its kind, and any other value as it is written. */
function inWords(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'string') return JSON.stringify(value)
  return isObject(value) ? 'this object' : String(value)
}

interface NamedTest<Context> extends SweepOptions<Context> {
  readonly name: string
  readonly testFile: () => string
  readonly body: (context: Context) => unknown
  readonly origin: Mock
  readonly stage: Stage<Context>
  /** Opens a stage for each case, so that several run side by side. @default `stage`, by turns */
  readonly openStage?: () => Stage<Context> & { readonly picture: number | undefined }
  /** The pictures that the stages have taken. @default none */
  readonly pictures?: readonly string[]
}

/** Learns the cases of a test. @throws SweepError for a test that cannot be swept */
export async function learnTests<Context>(named: NamedTest<Context>): Promise<LearnedTests> {
  const {
    name,
    testFile,
    knownFaults = {},
    budgetSeconds,
    report,
    only,
    since,
    sample,
    openStage,
    pictures = [],
  } = named
  // Other tests do not load it.
  const [{ learnSweep }, { assertResult }, { sweepTable }] = await Promise.all([
    import('../sweep/learnSweep.ts'),
    import('../sweep/assertResult.ts'),
    import('../sweep/sweepTable.ts'),
  ])
  if (report !== undefined) await (await import('../sweep/writeSweepReport.ts')).openReportFolder(report)
  const { calls, cases } = await learnSweep(named)
  const results = new Map<string, ReportedResult>()
  const elapsed = startStopwatch()
  const tests = cases.map(({ name, play }) => ({
    name,
    reasonToSkip: () =>
      budgetSeconds !== undefined && elapsed() >= budgetSeconds * 1000
        ? `The budget of ${budgetSeconds} s is used up.`
        : undefined,
    async run() {
      const stage = openStage?.()
      const result = await play(stage)
      const knownFault = knownFaults[name]
      results.set(name, { ...result, ...defined({ knownFault, picture: stage?.picture }) })
      assertResult(result, knownFault)
    },
  }))
  // A part of the cases does not show which there are.
  const isWhole = only === undefined && since === undefined && sample === undefined
  const names = new Set(cases.map(({ name }) => name))
  const unknown = isWhole ? Object.keys(knownFaults).filter((each) => !names.has(each)) : []
  const resultsOf = (): SweepReport => ({
    version: 1,
    name,
    file: testFile(),
    calls,
    results: cases.flatMap((each) => results.get(each.name) ?? []),
    pictures,
  })
  return {
    tests: [...tests, ...unknown.map(refuseKnownFault), ...(tests.length > 0 ? [] : [testOfNone(named)])],
    results: resultsOf,
    async finish() {
      const present = resultsOf()
      const table = sweepTable(name, present.results)
      if (report === undefined) return table
      const { writeSweepReport } = await import('../sweep/writeSweepReport.ts')
      const written = await writeSweepReport(report, present)
      return `${table}\nReport: ${written.at(-1)}`
    },
  }
}

/** A test that fails for a known fault without a case. */
function refuseKnownFault(name: string): SweepTest {
  return {
    name,
    reasonToSkip: () => undefined,
    run: () => Promise.reject(new Error(`${name}: there is no such case. Remove it from \`knownFaults\`.`)),
  }
}

/** The test of a sweep without a case, since runners take none for a mistake, or for a success. */
function testOfNone({ only, since }: Pick<SweepChoice, 'only' | 'since'>): SweepTest {
  const reasonToSkip = () => undefined
  if (since !== undefined)
    return { name: 'makes no call that the earlier report does not have', reasonToSkip, run: async () => undefined }
  const refusal = `No case has the name, or a part of it: ${String(only)}`
  return { name: 'has a case', reasonToSkip, run: () => Promise.reject(new Error(refusal)) }
}
