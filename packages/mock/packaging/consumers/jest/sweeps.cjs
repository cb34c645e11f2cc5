// Tests that are swept in Jest, and some that cannot be. `runners.test.ts` has what becomes of each.

const { join } = require('node:path')

const only = 'there is no connection'

/** Reads the keys of the sandbox. */
async function readKeys({ baseUrl, defaults }) {
  const reply = await fetch(`${baseUrl}/api/v0/sdk/${defaults.environments.sandbox.id}/.well-known/jwks`)
  if (!reply.ok) throw new Error(`refused with ${reply.status}`)
}

const waiting = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

exports.defineSweeps = (createSweep) => {
  const sweep = createSweep({
    baseUrl: 'https://api.example.com',
    // Longer than Jest's limit for a test.
    prepare: () => waiting(6000),
  })
  let rounds = 0
  let hooks = 0

  sweep(
    'tries again after a minute',
    async ({ mock }) => {
      try {
        await readKeys(mock)
      } catch {
        await waiting(60_000)
        await readKeys(mock)
      }
    },
    { only },
  )
  sweep(
    'does not catch',
    async ({ mock }) => {
      void readKeys(mock)
      await waiting(10)
    },
    { only, knownFaults: { 'jwks.get: there is no connection': 'mended in May' } },
  )
  sweep('has no time left', ({ mock }) => readKeys(mock), { only, budgetSeconds: 0 })
  sweep('makes other calls', async ({ mock }) => {
    await readKeys(mock)
    if ((rounds += 1) > 1) await readKeys(mock)
  })
  sweep('fails', () => {
    throw new Error('broken')
  })
  sweep('calls nothing', () => undefined)
  sweep('sweeps', () => sweep('within', () => undefined))

  describe('beside other tests', () => {
    beforeEach(() => (hooks += 1))
    sweep('runs hooks', ({ mock }) => readKeys(mock), { only, report: join(__dirname, 'reports') })
    test('have timers that are not held', async () => {
      expect(hooks).toBe(3)
      const before = Date.now()
      await waiting(5)
      expect(Date.now() - before).toBeGreaterThanOrEqual(4)
    }, 600_000)
  })
  describe.skip('in a group that is skipped', () => {
    sweep('is not learned', () => {
      throw new Error('learned')
    })
  })

  test('refuse what they cannot read, and fake timers', () => {
    expect(() => sweep('reads', readKeys, { samples: 3 })).toThrow(
      'there is no option "samples". Did you mean "sample"?',
    )
    expect(() => createSweep({ baseUrls: '' })).toThrow('there is no option "baseUrls". Did you mean "baseUrl"?')
    jest.useFakeTimers()
    expect(() => createSweep()).toThrow('Failed to call "createSweep()": timers are fake already.')
    jest.useRealTimers()
  }, 600_000)
}
