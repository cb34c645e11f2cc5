import fc from 'fast-check'
import { expect } from 'vitest'
import { createMock, type Mock, type MockOptions } from '../../src/mock/createMock.ts'
import { callsOf, mockOptions } from '../hosts/harness.ts'

/** The service as a model's steps use it. */
export type Service = ReturnType<typeof callsOf> & { readonly mock: Mock; readonly fetch: Fetch }

type Fetch = Mock['fetch']

/** Puts a fault between the steps and the mock. */
export type Plant = (mock: Mock) => { readonly fetch?: Fetch; readonly mock?: Mock }

/** One step, with its input: the same is done to the model and to the service, and compared. */
type Step<Model extends object> = fc.AsyncCommand<Model, Service>

/** A plain model of a part of the service, and the steps that both are taken through. */
export interface ModelTest<Model extends object> {
  /** Options of the mock, and what is in it before the first step. */
  readonly options?: MockOptions
  prepare?(mock: Mock): Promise<unknown>
  /** Opens the mock of a run. @default a fork of the prepared one */
  open?(): Mock
  create(): Model
  readonly steps: readonly fc.Arbitrary<Step<Model>>[]
  /** The runs in the test command. `pnpm test:full` has fifty times as many. */
  readonly runs: number
  /** The most steps of a run. */
  readonly maximumSteps?: number
}

/**
 * A kind of step.
 *
 * @param input - Its input.
 * @param isPossible - Whether it means something in this state of the model.
 * @param take - Takes it in both, and fails when they differ.
 */
export const stepsFor =
  <Model extends object>() =>
  <Input>(
    name: string,
    input: fc.Arbitrary<Input>,
    {
      isPossible = () => true,
      take,
    }: {
      readonly isPossible?: (model: Model, input: Input) => boolean
      readonly take: (model: Model, service: Service, input: Input) => Promise<void>
    },
  ): fc.Arbitrary<Step<Model>> =>
    input.map((value) => ({
      check: (model) => isPossible(model, value),
      run: (model, service) => take(model, service, value),
      toString: () => `${name}(${value === undefined ? '' : fc.stringify(value)})`,
    }))

const seed = Number(process.env.LATCHKEY_MODEL_SEED ?? 20_260_115)
const replayPath = process.env.LATCHKEY_MODEL_REPLAY
const factor = process.env.LATCHKEY_TESTS === 'full' ? 50 : 1

interface Check {
  readonly plant?: Plant
  readonly runs: number
  /** Whether the first difference is enough, however many steps lead to it. */
  readonly endOnFailure?: boolean
}

function check<Model extends object>(test: ModelTest<Model>, { plant, runs, endOnFailure = false }: Check) {
  const { options, prepare = async () => undefined, open, create, steps, maximumSteps = 25 } = test
  const prepared = (async () => {
    const mock = createMock({ ...mockOptions, signing: 'ES256', ...options })
    await prepare(mock)
    return mock
  })()
  const commands = fc.commands([...steps], {
    maxCommands: maximumSteps,
    size: 'max',
    ...(replayPath && { replayPath }),
  })
  const property = fc.asyncProperty(commands, async (taken) => {
    const fork = open?.() ?? (await prepared).fork()
    const { mock = fork, fetch = fork.fetch } = plant?.(fork) ?? {}
    const service = { ...callsOf({ name: 'model', mock, fetch }), mock, fetch }
    await fc.asyncModelRun(() => ({ model: create(), real: service }), taken)
  })
  return fc.check(property, { numRuns: runs, seed, endOnFailure })
}

/**
 * Runs the steps at random.
 *
 * @throws Error with the fewest steps after which model and service differ, and the seed and path that repeat them by
 *   `LATCHKEY_MODEL_SEED` and `LATCHKEY_MODEL_REPLAY`
 */
export async function expectToFollow<Model extends object>(test: ModelTest<Model>): Promise<void> {
  const details = await check(test, { runs: test.runs * factor })
  if (details.failed) throw new Error(fc.defaultReportMessage(details), { cause: details.errorInstance })
}

/** Fails unless the steps find a fault that was planted. */
export async function expectToFind<Model extends object>(test: ModelTest<Model>, plant: Plant): Promise<void> {
  const { failed, counterexample } = await check(test, { plant, runs: 300, endOnFailure: true })
  expect(failed, 'whether the fault was found').toBe(true)
  expect(String(counterexample)).not.toBe('')
}

/** An item of a list, counted around. @returns undefined for an empty list */
export function pick<T>(items: readonly T[], index: number): T | undefined {
  return items[index % Math.max(items.length, 1)]
}

/** A step in which the mock's clock moves on by some seconds. */
export const waitFor = <Model extends { now: number }>(...seconds: readonly number[]) =>
  stepsFor<Model>()('wait', fc.constantFrom(...seconds), {
    async take(model, { mock }, value) {
      await mock.clock.advance({ seconds: value })
      model.now += value
    },
  })
