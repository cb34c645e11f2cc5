import type { SerializedError } from 'vitest'
import type { Reporter, TestCase, TestModule, TestRunEndReason, TestSuite } from 'vitest/node'
import { reportFolderVariable, writeReport } from './report.ts'

/** A reporter of vitest that notes what fails and how long files take, for the last lines of the test command. */
export default class FailureReporter implements Reporter {
  readonly #folder = process.env[reportFolderVariable] ?? ''
  readonly #running = new Set<string>()
  readonly #failures = new Set<string>()
  readonly #durations: Record<string, number> = {}
  #passed = 0

  constructor() {
    if (this.#folder === '') throw new TypeError(`Failed to report tests: ${reportFolderVariable} names no folder.`)
  }

  onInit(): void {
    this.#write(false)
  }

  onTestModuleStart(module: TestModule): void {
    this.#running.add(nameOf(module))
    this.#write(false)
  }

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result()
    if (state === 'passed') this.#passed += 1
    if (state === 'failed') this.#failures.add(`${nameOf(test.module)} > ${test.fullName}`)
  }

  onTestSuiteResult(suite: TestSuite): void {
    if (suite.errors().length > 0) this.#failures.add(`${nameOf(suite.module)} > ${suite.fullName}: its set-up failed`)
  }

  onTestModuleEnd(module: TestModule): void {
    this.#running.delete(nameOf(module))
    this.#durations[nameOf(module)] = module.diagnostic().duration
    const [error] = module.errors()
    if (error) this.#failures.add(`${nameOf(module)}: ${firstLine(error)}`)
    this.#write(false)
  }

  onTestRunEnd(_: readonly TestModule[], errors: readonly SerializedError[], reason: TestRunEndReason): void {
    for (const error of errors) this.#failures.add(`outside of a test: ${firstLine(error)}`)
    this.#write(reason !== 'interrupted')
  }

  #write(isComplete: boolean): void {
    writeReport(this.#folder, {
      isComplete,
      passed: this.#passed,
      failures: [...this.#failures],
      running: [...this.#running],
      durations: this.#durations,
    })
  }
}

function nameOf({ project, relativeModuleId }: TestModule): string {
  return project.name ? `[${project.name}] ${relativeModuleId}` : relativeModuleId
}

function firstLine({ name, message }: { name?: string; message: string }): string {
  const [line = ''] = message.split('\n')
  return name ? `${name}: ${line}` : line
}
