/**
 * The test runner of rooms: Stryker's for vitest, in a thread that stays. To load the sources takes longer than to run
 * most tests, so they are loaded once for many changes that take effect while tests run. For a change of a constant the
 * modules of the repository are loaded anew, and libraries stay. Stryker's runner for mocha does likewise.
 *
 * Whatever stays may remember something of an earlier change. So a change counts as noticed only if the same test
 * passes without it afterwards, or fails in a new thread, and as missed only if no test notices it either when the
 * sources are loaded anew.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, relative } from 'node:path'
import {
  commonTokens,
  declareFactoryPlugin,
  type Injector,
  PluginKind,
  tokens,
  type PluginContext,
} from '@stryker-mutator/api/plugin'
import {
  type DryRunOptions,
  DryRunStatus,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestRunner,
} from '@stryker-mutator/api/test-runner'
import { strykerPlugins as vitestPlugins } from '@stryker-mutator/vitest-runner'
import type { Vitest } from 'vitest/node'
import { createResidentPool } from './residentPool.ts'
import { orderOf, stagesOf, type Durations } from './stages.ts'

type VitestRunner = TestRunner & { readonly ctx: Vitest }

/** In the working copy: the first run of all tests is in another process than most changes. */
const durationsFile = 'stryker-durations.json'
const fileOf = (test: string) => test.split('#', 1)[0] ?? ''

class ResidentRunner implements TestRunner {
  readonly #vitest: VitestRunner
  readonly #pool = createResidentPool((file) => this.#orderOf(relative(process.cwd(), file)))
  #durations: Durations | undefined
  readonly #fileDurations = new Map<string, number>()
  /** The source that is changed. */
  #source = ''
  #loads = 0
  #isChanged = false

  constructor(vitest: VitestRunner) {
    this.#vitest = vitest
  }

  capabilities() {
    return { reloadEnvironment: true }
  }

  async init() {
    await this.#vitest.init?.()
    for (const { config } of this.#vitest.ctx.projects)
      Object.assign(config, { pool: this.#pool.name, poolRunner: this.#pool })
  }

  async dryRun(options: DryRunOptions) {
    const result = await this.#vitest.dryRun(options)
    await this.#pool.discard()
    if (result.status === DryRunStatus.Complete)
      writeFileSync(durationsFile, JSON.stringify(result.tests.map(({ id, timeSpentMs }) => [id, timeSpentMs])))
    return result
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    for (const testFilter of this.#stagesOf(options)) {
      const result = await this.#run({ ...options, testFilter })
      if (result.status !== MutantRunStatus.Survived) return this.#confirm(options, result)
    }
    this.#isChanged = true
    return this.#confirm(options, await this.#run(options))
  }

  async #confirm(options: MutantRunOptions, result: MutantRunResult): Promise<MutantRunResult> {
    if (result.status === MutantRunStatus.Survived) return result
    if (result.status === MutantRunStatus.Killed && (await this.#passesUnchanged(options, result.killedBy)))
      return result
    await this.#pool.discard()
    const again = await this.#run(options)
    await this.#pool.discard()
    return again
  }

  /** A change while sources are loaded loads them before and after it. */
  async #run(options: MutantRunOptions): Promise<MutantRunResult> {
    const isStatic = options.mutantActivation === 'static'
    if (isStatic || this.#isChanged) this.#loads += 1
    this.#isChanged = isStatic
    this.#vitest.ctx.provide('loads' as never, this.#loads as never)
    return this.#vitest.mutantRun(options)
  }

  async #passesUnchanged(options: MutantRunOptions, killedBy: string | readonly string[]): Promise<boolean> {
    const activeMutant = { ...options.activeMutant, id: 'none' }
    const testFilter = [killedBy].flat()
    const { status } = await this.#run({ ...options, activeMutant, testFilter, mutantActivation: 'runtime' })
    return status === MutantRunStatus.Survived
  }

  /** Nothing says which tests read a constant. Those in likely files run before all others are even loaded. */
  #stagesOf({ testFilter = [], sandboxFileName }: MutantRunOptions): string[][] {
    this.#source = basename(sandboxFileName, '.ts')
    this.#durations ??= this.#readDurations()
    const likely = [...this.#durations.keys()].filter((test) => this.#orderOf(fileOf(test)) < 0)
    return stagesOf(testFilter.length > 0 ? testFilter : likely, this.#durations)
  }

  #orderOf(file: string): number {
    return orderOf(file, { source: this.#source, duration: this.#fileDurations.get(file) ?? 0 })
  }

  #readDurations(): Durations {
    const durations = new Map(JSON.parse(readFileSync(durationsFile, 'utf8')) as [string, number][])
    for (const [test, duration] of durations)
      this.#fileDurations.set(fileOf(test), (this.#fileDurations.get(fileOf(test)) ?? 0) + duration)
    return durations
  }

  async dispose() {
    await this.#pool.discard()
    await this.#vitest.dispose?.()
  }
}

function create(injector: Injector<PluginContext>): ResidentRunner {
  const [vitest] = vitestPlugins
  if (!vitest) throw new TypeError('The package @stryker-mutator/vitest-runner has no test runner.')
  return new ResidentRunner(injector.injectFunction(vitest.factory) as VitestRunner)
}
create.inject = tokens(commonTokens.injector)

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'resident', create)]
