import { describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../mock/createMock.ts'
import { createSweepOf, type LearnedTests, type Sweep, type SweepTest } from './sweepTests.ts'
import { createVitestTimers } from './vitestTimers.ts'
import { watchUnhandled } from './watchUnhandled.ts'

const origin = createMock({ seed: 'sweep' })

/** A kit whose runner is the test: it learns when it is told to. */
function createKit() {
  const defined: { readonly name: string; readonly learn: () => Promise<LearnedTests> }[] = []
  const sweep = createSweepOf<Mock>({
    createOrigin: async () => origin,
    stageOf: (cleanup) => ({
      async run(mock, work) {
        try {
          return await work(mock)
        } finally {
          await cleanup?.()
        }
      },
      timers: createVitestTimers(),
      watchUnhandled,
    }),
    command: 'npx vitest run',
    testFile: () => 'keys.test.ts',
    define: (name, learn) => void defined.push({ name, learn }),
  })
  const learn = (...args: Parameters<Sweep<Mock>>) => {
    sweep(...args)
    return defined.at(-1)?.learn() ?? Promise.reject(new Error('not defined'))
  }
  return { sweep, learn, defined }
}

const callJwks = async ({ baseUrl, defaults, fetch }: Mock) => {
  const reply = await fetch(`${baseUrl}/api/v0/sdk/${defaults.environments.sandbox.id}/.well-known/jwks`)
  if (!reply.ok) throw new Error(`refused with ${reply.status}`)
}

/** Lets nobody notice a failure, as an app that never ends its waiting. */
const neverEnds = async (mock: Mock) => callJwks(mock).catch(() => new Promise(() => undefined))

const lost = 'jwks.get: there is no connection'
const run = (tests: readonly SweepTest[], name: string) =>
  tests.find((each) => each.name === name)?.run() ?? Promise.reject(new Error(`There is no case "${name}".`))

describe('sweep', () => {
  it('defines a test for each case, and puts those that have run into a table', async () => {
    const { tests, finish } = await createKit().learn('reads the keys', callJwks)
    expect(tests.map(({ name }) => name)).toContain(lost)
    await run(tests, lost)
    expect(await finish()).toMatch(/^reads the keys: 1 case, 0 faults\n1 jwks\.get\n/)
  })

  it('fails the test of a case with a fault, unless the fault is known', async () => {
    const { learn } = createKit()
    const options = { only: lost }
    await expect(run((await learn('reads', neverEnds, options)).tests, lost)).rejects.toThrow(
      `${lost}: The test does not end`,
    )
    await expect(run((await learn('reads', neverEnds, options)).tests, lost)).rejects.toThrow(
      String.raw`Again: npx vitest run keys.test.ts -t 'jwks\.get: there is no connection$'`,
    )
    const { tests } = await learn('reads', neverEnds, { ...options, knownFaults: { [lost]: 'mended in May' } })
    await expect(run(tests, lost)).resolves.toBeUndefined()
  })

  it('has a test that fails for a known fault without a case, but not where only a part of the cases runs', async () => {
    const { learn } = createKit()
    const knownFaults = { 'profile.get: there is no connection': 'mended in May' }
    const { tests } = await learn('reads', callJwks, { knownFaults })
    await expect(run(tests, 'profile.get: there is no connection')).rejects.toThrow(
      'profile.get: there is no connection: there is no such case. Remove it from `knownFaults`.',
    )
    const part = await learn('reads', callJwks, { knownFaults, only: lost })
    expect(part.tests.map(({ name }) => name)).toEqual([lost])
  })

  it('has a test that passes where the earlier report has all calls, and one that fails where no case is named so', async () => {
    const { learn } = createKit()
    const { calls } = (await learn('reads', callJwks, { only: lost })).results()
    const { tests, finish } = await learn('reads', callJwks, { since: { calls } })
    expect(tests.map(({ name }) => name)).toEqual(['makes no call that the earlier report does not have'])
    await expect(tests[0]?.run()).resolves.toBeUndefined()
    expect(await finish()).toBe('reads: 0 cases, 0 faults')
    const none = await learn('reads', callJwks, { only: 'jwks.got' })
    await expect(none.tests[0]?.run()).rejects.toThrow('No case has the name, or a part of it: jwks.got')
  })

  it('refuses a folder for the report that cannot be written, before anything runs', async () => {
    let runs = 0
    await expect(createKit().learn('reads', () => (runs += 1), { report: '/dev/null' })).rejects.toThrow(
      'Failed to write the report of a sweep to "/dev/null"',
    )
    expect(runs).toBe(0)
  })

  it('skips the cases that come after the budget, and says so', async () => {
    const { learn } = createKit()
    const { tests } = await learn('reads', callJwks, { budgetSeconds: 0 })
    expect(new Set(tests.map((each) => each.reasonToSkip()))).toEqual(new Set(['The budget of 0 s is used up.']))
    const ample = await learn('reads', callJwks, { budgetSeconds: 3600 })
    expect(ample.tests.map((each) => each.reasonToSkip())).toEqual(ample.tests.map(() => undefined))
  })

  it.each([
    [['reads', callJwks, { knownFaults: ['jwks.get'] }], 'knownFaults takes names of cases, each with the reason'],
    [['reads', callJwks, { knownFaults: { 'jwks.get: 500': '' } }], "'mended in May' }, not this object."],
    [['reads', callJwks, { since: 'report.json' }], 'since takes an earlier report, read from its JSON file, not "rep'],
    [['reads', callJwks, { since: {} }], 'since takes an earlier report, read from its JSON file, not this object.'],
    [['reads', callJwks, { report: true }], 'report takes the path of a folder, not true.'],
    [[undefined, callJwks], 'it takes a name, a function and options'],
    [['reads', undefined], 'it takes a name, a function and options'],
    [['reads', callJwks, 'all'], 'its options are an object, such as { sample: 20 }.'],
    [['reads', callJwks, { budgetSeconds: -1 }], 'budgetSeconds takes a number from 0 on, not -1.'],
    [['reads', callJwks, { samples: 3 }], 'there is no option "samples". Did you mean "sample"?'],
  ])('refuses %j at once', (args, sentence) => {
    const { sweep, defined } = createKit()
    expect(() => (sweep as (...args: unknown[]) => void)(...args)).toThrow(sentence)
    expect(defined).toEqual([])
  })

  it('refuses a sweep within a test that is swept, and not one after it', async () => {
    const { sweep, learn } = createKit()
    await expect(learn('outer', () => sweep('inner', callJwks))).rejects.toThrow(
      'Failed to call "sweep()": "inner" is within "outer", which is swept itself.',
    )
    expect(() => sweep('inner', callJwks)).not.toThrow()
  })

  it('removes after each run what it has left', async () => {
    let cleanups = 0
    const { tests } = await createKit().learn('reads', callJwks, { cleanup: () => (cleanups += 1) })
    expect(cleanups).toBe(2)
    await run(tests, lost)
    expect(cleanups).toBe(3)
  })
})
