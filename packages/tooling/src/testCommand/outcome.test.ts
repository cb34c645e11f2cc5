import { describe, expect, it } from 'vitest'
import { judge, summarize } from './outcome.ts'
import type { Report } from './report.ts'
import type { Task } from './tasks.ts'

const lint: Task = { folder: '.', script: 'lint:code', command: 'oxlint' }
const suite: Task = { folder: 'packages/client', script: 'test', command: 'pnpm build && vitest run' }
const report = (fields: Partial<Report> = {}): Report => ({
  isComplete: true,
  passed: 3,
  failures: [],
  running: [],
  durations: {},
  ...fields,
})

describe('a script without tests', () => {
  it('counts as one that passed', () => {
    expect(judge(lint, 0, [])).toEqual({ passed: 1, failures: [], files: [] })
  })

  it('fails with its exit code, and with the signal that ended it', () => {
    expect(judge(lint, 3, [])).toEqual({
      passed: 0,
      files: [],
      failures: ['lint:code: failed with exit code 3; its output is above'],
    })
    expect(judge(lint, 'SIGKILL', []).failures).toEqual(['lint:code: failed with signal SIGKILL; its output is above'])
  })
})

describe('a script with tests', () => {
  it('counts the tests of all its runs', () => {
    expect(judge(suite, 0, [report(), report({ passed: 4 })])).toEqual({ passed: 7, failures: [], files: [] })
  })

  it('names what failed, with the folder', () => {
    const failed = judge(suite, 1, [report({ failures: ['a.test.ts > adds'] })])
    expect(failed).toMatchObject({ passed: 3, failures: ['packages/client test: a.test.ts > adds'] })
  })

  it('fails by its report even if it ends with 0', () => {
    expect(judge(suite, 0, [report({ failures: ['a.test.ts > adds'] })]).failures).toHaveLength(1)
    expect(judge(suite, 0, [report({ isComplete: false, running: ['a.test.ts'] })]).failures).toEqual([
      'packages/client test: broke off in a.test.ts',
    ])
    expect(judge(suite, 0, [report({ isComplete: false })]).failures).toEqual([
      'packages/client test: broke off between its tests',
    ])
  })

  it('fails by its end even if every test passed', () => {
    expect(judge(suite, 4, [report()]).failures).toEqual([
      'packages/client test: failed outside of its tests with exit code 4; its output is above',
    ])
  })

  it('fails without a report, and without a test', () => {
    expect(judge(suite, 0, []).failures).toEqual([
      'packages/client test: ended with exit code 0 and no report of its tests; its output is above',
    ])
    expect(judge(suite, 0, [report({ passed: 0 })]).failures).toEqual(['packages/client test: ran no tests'])
  })
})

describe('the last lines', () => {
  it('are only the numbers when everything passed', () => {
    expect(summarize([judge(lint, 0, []), judge(suite, 0, [report()])])).toEqual(['4 passed, 0 failed'])
  })

  it('name the ten files whose tests took the longest', () => {
    const durations = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`${i}.test.ts`, i * 1000]))
    const lines = summarize([judge(suite, 0, [report({ durations })])])
    expect(lines.slice(0, 2)).toEqual(['The slowest files of tests:', '  11.0 s packages/client test: 11.test.ts'])
    expect(lines.slice(-2)).toEqual(['  2.0 s packages/client test: 2.test.ts', '3 passed, 0 failed'])
  })

  it('name every failure of every script before the numbers', () => {
    const failures = ['a.test.ts > adds', 'b.test.ts: Error: no such file']
    expect(summarize([judge(lint, 1, []), judge(suite, 1, [report({ failures })])])).toEqual([
      'What failed:',
      '  lint:code: failed with exit code 1; its output is above',
      '  packages/client test: a.test.ts > adds',
      '  packages/client test: b.test.ts: Error: no such file',
      '3 passed, 3 failed',
    ])
  })
})
