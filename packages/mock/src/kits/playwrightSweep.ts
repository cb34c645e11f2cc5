import { Buffer } from 'node:buffer'
import { relative } from 'node:path'
import process from 'node:process'
import { startStopwatch } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import { assertKeys } from '@latchkey/base/nearest'
import { errors, type TestInfo } from '@playwright/test'
import type { SweepChoice } from '../sweep/chooseCases.ts'
import type { LearnedSweep } from '../sweep/learnSweep.ts'
import type { SweepExpectations } from '../sweep/playCase.ts'
import type { ReportedResult, SweepReport } from '../sweep/sweepReport.ts'
import type { PageStage, SweepContext } from './pageStage.ts'
import { test } from './playwrightTest.ts'

export interface SweepOptions extends SweepExpectations<SweepContext>, SweepChoice {
  /**
   * Faults that are known: names of cases, each with the reason. Such a case passes while it has its fault, and fails
   * when it has none any more.
   */
  readonly knownFaults?: Readonly<Record<string, string>> | undefined
  /** Seconds after which no further case begins. @default no limit */
  readonly budgetSeconds?: number | undefined
  /** How many cases run side by side, each in a browser context of its own. @default 3 */
  readonly parallel?: number | undefined
}

/** Which cases run, in place of those of `only`: a part of a name. */
const onlyVariable = 'LATCHKEY_SWEEP_ONLY'

const names = [
  'onRefusal',
  'onNetwork',
  'isSignedIn',
  'knownFaults',
  'budgetSeconds',
  'only',
  'sample',
  'seed',
  'parallel',
] as const satisfies readonly (keyof SweepOptions)[]

/**
 * Defines a test of Playwright that runs once for each call that its app makes and each way in which the call can fail.
 * First it runs twice without a failure.
 *
 * Each run has a browser context and a copy of the mock. Each case is a step of the test. The report has a table, the
 * results as JSON, and a picture of each end. The time limit of the test does not count.
 *
 * @throws TypeError for an option that it does not have
 * @example
 * sweep('signs in by code', async ({ page, inbox }) => { … }, {
 *   onRefusal: ({ context: { page } }) => expect(page.getByRole('alert')).toBeVisible(),
 * })
 */
export function sweep(name: string, body: (context: SweepContext) => unknown, options: SweepOptions = {}): void {
  assertKeys(options, names, { call: 'sweep()', what: 'option' })
  const { parallel = 3 } = options
  if (!Number.isInteger(parallel) || parallel < 1)
    throw new TypeError(`Failed to call "sweep()": parallel takes a whole number from 1 on, not ${parallel}.`)
  test(name, async ({ browser, latchkey, latchkeyServer, baseURL }, testInfo) => {
    testInfo.setTimeout(0)
    const [{ learnSweep }, { StillWaitingError }, { createPageStage }, { createSweepPictures }] = await Promise.all([
      import('../sweep/learnSweep.ts'),
      import('../sweep/stillWaitingError.ts'),
      import('./pageStage.ts'),
      import('./sweepPictures.ts'),
    ])
    const origin = latchkeyServer.mock.fork()
    if (latchkey.apiUrl !== undefined) origin.listenAt(latchkey.apiUrl)
    const patience = { isLearning: true, longestMs: 0 }
    const pictures = createSweepPictures()
    const openStage = (): PageStage =>
      createPageStage({
        browser,
        server: latchkeyServer.mock,
        baseURL,
        sessionCookie: latchkey.sessionCookie,
        remedy: (call) =>
          latchkey.apiUrl === undefined
            ? `Give the app the URL of its mock, \`mock.baseUrl\`, or set \`latchkey: { apiUrl: '${call}' }\` in \`use\`.`
            : `Set \`latchkey: { apiUrl: '${call}' }\` in \`use\`.`,
        needsPasskeys: parametersOf(body).includes('passkeys'),
        patience,
        folder: testInfo.config.rootDir,
        replayOf: (name) => replayOf(name, testInfo),
        pictures: patience.isLearning ? undefined : pictures,
      })
    const only = process.env[onlyVariable] ?? options.only
    const swept = {
      ...options,
      only,
      origin,
      async body(context: SweepContext) {
        try {
          await body(context)
        } catch (cause) {
          // Of an action with a time limit of its own.
          throw cause instanceof errors.TimeoutError ? new StillWaitingError(cause) : cause
        }
      },
    }
    try {
      const learned = await test.step('learns the calls', () => learnSweep({ ...swept, stage: openStage() }))
      patience.isLearning = false
      const run = { learned, openStage, options, parallel }
      const { results, faults, left } = await playAll(run)
      const { knownFaults = {} } = options
      if (only === undefined && options.sample === undefined) faults.push(...unknownFaults(knownFaults, learned))
      const report = { version: 1, name, calls: learned.calls, results, pictures: pictures.list() } as const
      await attach(testInfo, report)
      if (left > 0) console.log(`${name}: ${left} cases have not run, since the budget is used up.`)
      if (faults.length > 0) throw new Error(messageFor(faults, results))
    } finally {
      origin.close()
    }
  })
}

interface RunCases {
  readonly learned: LearnedSweep<SweepContext>
  readonly options: SweepOptions
  readonly parallel: number
  openStage(): PageStage
}

/** Plays the cases side by side, and collects what is to be told. */
async function playAll({ learned, options, parallel, openStage }: RunCases) {
  const { budgetSeconds = Number.POSITIVE_INFINITY, knownFaults = {} } = options
  const { assertResult } = await import('../sweep/assertResult.ts')
  const results: ReportedResult[] = []
  const faults: string[] = []
  const elapsed = startStopwatch()
  const waiting = learned.cases.entries()
  let left = 0

  async function playNext(): Promise<void> {
    for (const [index, { name, play }] of waiting) {
      if (elapsed() > budgetSeconds * 1000) {
        left += 1
        continue
      }
      try {
        await test.step(name, async () => {
          const stage = openStage()
          const result = await play(stage)
          const { picture } = stage
          results[index] = { ...result, ...defined({ picture, knownFault: result.fault && knownFaults[name] }) }
          assertResult(result, knownFaults[name])
        })
      } catch (cause) {
        faults[index] = (cause as Error).message
      }
    }
  }

  await Promise.all(Array.from({ length: parallel }, playNext))
  // Those that have not run leave gaps.
  return { results: results.filter(Boolean), faults: faults.filter(Boolean), left }
}

function unknownFaults(knownFaults: Readonly<Record<string, string>>, { cases }: LearnedSweep<SweepContext>): string[] {
  return Object.keys(knownFaults)
    .filter((name) => !cases.some((each) => each.name === name))
    .map((name) => `${name}: There is no such case. Remove it from \`knownFaults\`.`)
}

function messageFor(faults: readonly string[], { length }: readonly ReportedResult[]): string {
  const head = `${faults.length} of ${length} cases ${faults.length === 1 ? 'has a fault' : 'have faults'}.`
  return [head, ...faults].join('\n\n')
}

async function attach(testInfo: TestInfo, report: SweepReport): Promise<void> {
  const { sweepTable } = await import('../sweep/sweepTable.ts')
  const table = sweepTable(report.name, report.results)
  await testInfo.attach('sweep.txt', { body: table, contentType: 'text/plain' })
  await testInfo.attach('sweep.json', { body: JSON.stringify(report, null, 2), contentType: 'application/json' })
  for (const [index, picture] of report.pictures.entries()) {
    const [first = '', ...others] = report.results.filter((each) => each.picture === index).map(({ name }) => name)
    const body = Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64')
    const title = others.length > 0 ? `${first}, and ${others.length} more` : first
    await testInfo.attach(title, { body, contentType: 'image/jpeg' })
  }
  console.log(table)
}

/** The text of the parameters of a function, as Playwright itself finds the fixtures that a test needs. */
function parametersOf(body: (context: SweepContext) => unknown): string {
  const text = String(body)
  return text.slice(0, text.indexOf(')'))
}

/** The command that runs a case again. */
function replayOf(name: string, { file, title, project }: TestInfo): string {
  const path = relative(process.cwd(), file)
  const ofProject = project.name ? ` --project='${project.name}'` : ''
  return `${onlyVariable}='${name}' npx playwright test ${path} -g '${title}'${ofProject}`
}
