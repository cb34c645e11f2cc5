import { afterAll, describe, test } from '@jest/globals'
import { type CollectedGroup, type CollectedTest, type JestState, listenToJest } from './jestEvents.ts'
import { type LearnedTests, type SweepTest, testLimitMs } from './sweepTests.ts'

/** Name of the test that stands for all cases until they are learned. */
const wholeName = 'each way in which its calls can fail'

/** For all cases in one test. */
const wholeLimitMs = 6 * 3_600_000

/**
 * Defines a group of tests that are not known yet.
 *
 * Jest collects tests at once, and waits for listeners of its events. So a test stands for all of them, and when the run
 * starts, the tests take its place. Where Jest has no listeners, the test itself runs all of them.
 */
export function defineLearned(name: string, learn: () => Promise<LearnedTests>): void {
  const whole = () => runAll(learn)
  let finish: LearnedTests['finish'] | undefined
  /** The tests by their functions, by which Jest's events name them. */
  const learnedTests = new Map<unknown, SweepTest>()
  describe(name, () => {
    test(wholeName, whole, wholeLimitMs)
    afterAll(async () => {
      if (finish) console.log(await finish())
    }, testLimitMs)
  })
  listenToJest(async (event, state) => {
    if (event.name === 'test_start' && event.test) skipIfNeeded(event.test, learnedTests.get(event.test.fn))
    if (event.name !== 'run_start') return
    const stand = testOf(state.rootDescribeBlock, whole)
    if (!stand || isSkipped(stand, state)) return
    try {
      const learned = await learn()
      finish = learned.finish
      for (const each of learned.tests) learnedTests.set(each.run, each)
    } catch (cause) {
      fail(stand, cause, state)
      return
    }
    replace(stand, [...learnedTests.values()], state)
  })
}

function testOf(group: CollectedGroup, fn: unknown): CollectedTest | undefined {
  for (const child of group.children) {
    const found = child.type === 'describeBlock' ? testOf(child, fn) : child
    if (found?.fn === fn) return found
  }
  return undefined
}

function isSkipped({ mode }: CollectedTest, { hasFocusedTests }: JestState): boolean {
  return mode === 'skip' || (hasFocusedTests && mode !== 'only')
}

function skipIfNeeded(collected: CollectedTest, learned: SweepTest | undefined): void {
  if (learned?.reasonToSkip() !== undefined) collected.mode = 'skip'
}

/** Defines the tests as if they had been collected, in place of the one that stands for them. */
function replace(stand: CollectedTest, tests: readonly SweepTest[], state: JestState): void {
  const { parent, mode, asyncError } = stand
  const { currentDescribeBlock } = state
  for (const list of [parent.children, parent.tests]) list.splice(list.indexOf(stand), 1)
  state.hasStarted = false
  state.currentDescribeBlock = parent
  for (const { name, run } of tests) test(name, run, testLimitMs)
  state.currentDescribeBlock = currentDescribeBlock
  state.hasStarted = true
  for (const each of parent.tests) Object.assign(each, { mode, asyncError })
}

/** Fails the test that stands for all, also where a filter of names would leave it out. */
function fail(stand: CollectedTest, cause: unknown, { testNamePattern, unhandledErrors }: JestState): void {
  stand.fn = () => Promise.reject(cause)
  const titles: string[] = []
  for (let each: CollectedTest | CollectedGroup | undefined = stand; each?.parent; each = each.parent)
    titles.unshift(each.name)
  if (testNamePattern?.test(titles.join(' ')) === false) unhandledErrors.push(cause)
}

/** @throws Error with all faults */
async function runAll(learn: () => Promise<LearnedTests>): Promise<void> {
  const { tests, finish } = await learn()
  const faults: string[] = []
  for (const { reasonToSkip, run } of tests) {
    if (reasonToSkip() !== undefined) continue
    await run().catch((cause: Error) => faults.push(cause.message))
  }
  console.log(await finish())
  if (faults.length > 0) throw new Error(faults.join('\n\n'))
}
