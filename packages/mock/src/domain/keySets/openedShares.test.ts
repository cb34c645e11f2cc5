import { createRandom } from '@latchkey/base/random'
import { describe, expect, it } from 'vitest'
import type { Backend } from '../shared/backend.ts'
import { createParties } from './keySets.ts'
import { dealerOf, servicesOf } from './openedShares.ts'
import { sealingOf } from './sealing.ts'

/** Creates the parts of a mock that opening shares needs. */
const backendOf = (seed: number) =>
  ({ cursorKey: new Uint8Array(32).fill(seed), random: createRandom(`opened shares ${seed}`) }) as Backend

const backend = backendOf(1)

async function sealedParties(count = 1): Promise<{ serverShares: string }> {
  const { seal } = await sealingOf(backend)
  return { serverShares: seal(await createParties(backend, count)) }
}

describe('the opened shares of a key set', () => {
  it('are opened once, so that the ceremony recognizes their objects', async () => {
    const record = await sealedParties()
    const [first] = await servicesOf(backend, record)
    const [second] = await servicesOf(backend, { ...record })
    expect(second?.identity).toBe(first?.identity)
    expect(await dealerOf(backend, record)).toBe(await dealerOf(backend, record))
  })

  it('are closed to a mock of another seed, also after they were opened', async () => {
    const record = await sealedParties()
    await servicesOf(backend, record)
    await expect(servicesOf(backendOf(2), record)).rejects.toMatchObject({ key: 'internal' })
  })

  it('have a separate dealer, for which no chance is drawn', async () => {
    const records = [await sealedParties(), await sealedParties()] as const
    const before = backend.random.state()
    const dealers = [await dealerOf(backend, records[0]), await dealerOf(backend, records[1])]
    expect(backend.random.state()).toEqual(before)
    const [party] = await servicesOf(backend, records[0])
    expect(new Set([...dealers, party?.identity].map((identity) => identity?.keygenId)).size).toBe(3)
  })

  it('of the key set that was opened first are forgotten when there are too many', async () => {
    const record = await sealedParties()
    const [first] = await servicesOf(backend, record)
    for (let i = 0; i < 128; i++) await servicesOf(backend, await sealedParties())
    const [again] = await servicesOf(backend, record)
    expect(again).toEqual(first)
    expect(again?.identity).not.toBe(first?.identity)
  })
})
