import { Buffer } from 'node:buffer'
import { relative } from 'node:path'
import process from 'node:process'
import { counted } from '@latchkey/base/counted'
import { errors, type TestInfo } from '@playwright/test'
import { literally, quoted } from '../effects/quoted.ts'
import type { SweepReport } from '../sweep/sweepReport.ts'
import type { PageStage, SweepContext } from './pageStage.ts'
import { type LatchkeyTest, test } from './playwrightTest.ts'
import { assertSweepOptions, optionNames, type SweepOptions as SharedOptions, type SweepTest } from './sweepTests.ts'

export interface SweepOptions extends Omit<SharedOptions<SweepContext>, 'cleanup'> {
  /** How many cases run side by side, each in a browser context of its own. @default 3 */
  readonly parallel?: number | undefined
}

/** The body of a test of Playwright. Its fixtures are those of `test` of this entry. */
export type SweptBody = (
  fixtures: Pick<Fixtures, 'browser' | 'baseURL' | 'latchkey' | 'latchkeyServer'>,
  testInfo: TestInfo,
) => Promise<void>

type Fixtures = Parameters<Parameters<LatchkeyTest>[2]>[0]

/** Which cases run, in place of those of `only`: a part of a name. */
const onlyVariable = 'LATCHKEY_SWEEP_ONLY'

const names = [...optionNames.filter((name) => name !== 'cleanup'), 'parallel']

/**
 * Makes the body of a test that runs once for each call that its app makes and each way in which the call can fail.
 * First it runs twice without a failure.
 *
 * Each run has a browser context and a copy of the mock. Each case is a step of the test. Playwright's report gets a
 * table, the results as JSON, and a picture of each end. The time limit of the test does not count: use
 * `budgetSeconds`. The variable `LATCHKEY_SWEEP_ONLY` takes the place of `only`.
 *
 * @param body - The test. It gets the fixtures of a run: those of {@link SweepContext}.
 * @throws TypeError for an option that it does not have
 * @example
 * test('signs in by code', sweep(async ({ page, inbox }) => { … }, {
 *   onRefusal: ({ context: { page } }) => expect(page.getByRole('alert')).toBeVisible(),
 * }))
 */
export function sweep(body: (context: SweepContext) => unknown, options: SweepOptions = {}): SweptBody {
  assertSweep(body, options)
  return async ({ browser, latchkey, latchkeyServer, baseURL }, testInfo) => {
    testInfo.setTimeout(0)
    const [{ learnTests }, { createPageStage }, { createSweepPictures }, { remedyFor }] = await Promise.all([
      import('./sweepTests.ts'),
      import('./pageStage.ts'),
      import('./sweepPictures.ts'),
      import('./refuseMissedCalls.ts'),
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
        remedy: remedyFor(latchkey.apiUrl),
        needsPasskeys: parametersOf(body).includes('passkeys'),
        patience,
        folder: testInfo.config.rootDir,
        replayOf: (name) => replayOf(name, testInfo),
        pictures: patience.isLearning ? undefined : pictures,
      })
    try {
      const learned = await test.step('learns the calls', () =>
        learnTests({
          ...options,
          only: process.env[onlyVariable] ?? options.only,
          name: testInfo.title,
          testFile: () => pathOf(testInfo),
          body: (context) => runBody(body, context),
          origin,
          stage: openStage(),
          openStage,
          pictures: pictures.list(),
        }))
      patience.isLearning = false
      const { faults, reason } = await runAll(learned.tests, options.parallel)
      const table = await learned.finish()
      console.log([table, reason].filter(Boolean).join('\n'))
      await attach(testInfo, learned.results(), table)
      if (faults.length > 0) throw errorOf(faults, learned.tests.length)
    } finally {
      origin.close()
    }
  }
}

/** @throws TypeError for arguments that are none of a sweep */
function assertSweep(body: unknown, options: SweepOptions): void {
  const refusal = (reason: string) => new TypeError(`Failed to call "sweep()": ${reason}`)
  if (typeof body !== 'function')
    throw refusal("it takes the body of a test: test('signs in', sweep(async ({ page }) => { … })).")
  assertSweepOptions(options, names)
  const { parallel = 1 } = options
  if (!Number.isInteger(parallel) || parallel < 1)
    throw refusal(`parallel takes a whole number from 1 on, not ${String(parallel)}.`)
}

/** An action with a time limit of its own waits in vain, as an assertion does. */
async function runBody(body: (context: SweepContext) => unknown, context: SweepContext): Promise<void> {
  try {
    await body(context)
  } catch (cause) {
    if (!(cause instanceof errors.TimeoutError)) throw cause
    const { StillWaitingError } = await import('../sweep/stillWaitingError.ts')
    throw new StillWaitingError(cause)
  }
}

/** Runs the cases side by side, each as a step. @returns Their faults, and why some have not run */
async function runAll(tests: readonly SweepTest[], parallel = 3) {
  const faults: string[] = []
  const skipped: string[] = []
  const waiting = tests.entries()
  async function runNext(): Promise<void> {
    for (const [index, { name, reasonToSkip, run }] of waiting) {
      const reason = reasonToSkip()
      if (reason !== undefined) {
        skipped.push(reason)
        continue
      }
      try {
        await test.step(name, run)
      } catch (cause) {
        faults[index] = (cause as Error).message
      }
    }
  }
  await Promise.all(Array.from({ length: parallel }, runNext))
  const reason = skipped[0] === undefined ? undefined : `${counted(skipped.length, 'case')} did not run. ${skipped[0]}`
  // Cases without a fault leave gaps.
  return { faults: faults.filter(Boolean), reason }
}

function errorOf(faults: readonly string[], count: number): Error {
  const head = `${faults.length} of ${count} cases ${faults.length === 1 ? 'has a fault' : 'have faults'}.`
  // Its own stack would only lead here, and Playwright would add the lines of the faults to it.
  return Object.assign(new Error([head, ...faults].join('\n\n')), { stack: '' })
}

async function attach(testInfo: TestInfo, report: SweepReport, table: string): Promise<void> {
  await testInfo.attach('sweep.txt', { body: table, contentType: 'text/plain' })
  await testInfo.attach('sweep.json', { body: JSON.stringify(report, undefined, 2), contentType: 'application/json' })
  for (const [index, picture] of report.pictures.entries()) {
    const [first = '', ...others] = report.results.filter((each) => each.picture === index).map(({ name }) => name)
    const body = Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64')
    const title = others.length > 0 ? `${first}, and ${others.length} more` : first
    await testInfo.attach(title, { body, contentType: 'image/jpeg' })
  }
}

/** The text of the parameters of a function, by which Playwright itself finds the fixtures that a test needs. */
function parametersOf(body: (context: SweepContext) => unknown): string {
  const text = String(body)
  return text.slice(0, text.indexOf(')'))
}

/** The file of a test, in the same way on each system. */
const pathOf = ({ file }: TestInfo) => relative(process.cwd(), file).replaceAll('\\', '/')

/** The command that runs a case again. */
function replayOf(name: string, testInfo: TestInfo): string {
  const { title, project } = testInfo
  const ofProject = project.name ? ` --project=${quoted(project.name)}` : ''
  const test = `${quoted(pathOf(testInfo))} -g ${quoted(literally(title))}`
  return `${onlyVariable}=${quoted(name)} npx playwright test ${test}${ofProject}`
}
