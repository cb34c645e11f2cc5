import { operationTable } from '@latchkey/types'
import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals } from '../../../test/contract/environmentRefusals.ts'

const host = createHost()

const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const solana = '4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA'
const visit = { address, chain: 'EVM', provider: 'browserExtension', walletName: 'metamask', authMode: 'connect-only' }

const list = async (query: Record<string, unknown> = {}) => (await host.call('visits.listVisitors', { query })).body
const addresses = async (query: Record<string, unknown>) =>
  (await list(query)).visitors?.map((visitor) => visitor.address)

describeEnvironmentRefusals(host, { 'visits.listVisitors': {} })

describe('visits.create', () => {
  it('adds a visitor without any credential, and emits an event', async () => {
    const reply = await host.send('visits.create', { body: visit })
    expect([reply.status, reply.body]).toEqual([202, undefined])
    const { count, visitors = [] } = await list()
    expect([count, visitors]).toEqual([
      1,
      [
        {
          id: visitors[0]?.id,
          address,
          chain: 'EVM',
          walletName: 'metamask',
          provider: 'browserExtension',
          createdAt: '2026-01-15T09:30:00.000Z',
          projectEnvironmentId: host.mock.defaults.environments.sandbox.id,
        },
      ],
    ])
    const { body: events } = await host.call('events.list')
    expect(events).toMatchObject([{ eventName: 'visit.created', resourceType: 'visit', data: visitors[0] }])
  })

  it('accepts a later visit and changes nothing, in any spelling and on any chain of the family', async () => {
    await host.call('visits.create', { body: visit })
    await host.mock.clock.advance(1000)
    for (const change of [{}, { address: address.toLowerCase() }, { chain: 'ETH' }, { provider: 'walletConnect' }]) {
      expect((await host.send('visits.create', { body: { ...visit, ...change } })).status).toBe(202)
    }
    expect(await list()).toMatchObject({ count: 1, visitors: [{ address, createdAt: '2026-01-15T09:30:00.000Z' }] })
    expect((await host.call('events.list')).body).toHaveLength(1)
  })

  it('lists the same wallet separately for another application and another environment', async () => {
    await host.call('visits.create', { body: visit })
    await host.call('visits.create', { body: { ...visit, walletName: 'rabby' } })
    await host.call('visits.create', {
      body: visit,
      params: { environmentId: host.mock.defaults.environments.live.id },
    })
    expect((await list()).count).toBe(2)
  })

  it('gives no access', async () => {
    await host.call('visits.create', { body: visit })
    expect((await host.call('users.list')).body.count).toBe(0)
  })

  it('refuses an address of another chain', async () => {
    expect(await host.refuse('visits.create', { body: { ...visit, address: solana } })).toMatchObject({
      status: 422,
      code: 'invalid_chain_address_match',
    })
    expect((await list()).count).toBe(0)
  })

  it.each<[string, unknown]>([
    ['a missing address', { ...visit, address: undefined }],
    ['a chain it does not know', { ...visit, chain: 'DOGE' }],
    ['a key it does not know', { ...visit, userId: '1' }],
  ])('refuses %s', async (_, body) => {
    expect(await host.refuse('visits.create', { body })).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  it('does not find an unknown environment', async () => {
    const refusal = await host.refuse('visits.create', {
      body: visit,
      params: { environmentId: '00000000-0000-7000-8000-00000000dead' },
    })
    expect([refusal.status, refusal.body]).toEqual([404, undefined])
  })
})

describe('visits.listVisitors', () => {
  const other = '0x00000000000000000000000000000000000000aa'
  async function visitThrice() {
    for (const body of [visit, { ...visit, address: solana, chain: 'SOL' }, { ...visit, address: other }]) {
      await host.call('visits.create', { body })
      await host.mock.clock.advance(1000)
    }
  }

  it('pages by creation, newest first, or by address', async () => {
    await visitThrice()
    expect(await addresses({})).toEqual([other, solana, address])
    expect(await addresses({ orderBy: 'address-asc' })).toEqual([other, address, solana])
    expect(await list({ orderBy: 'createdAt-asc', offset: 1, limit: 1 })).toMatchObject({
      count: 3,
      visitors: [{ address: solana }],
    })
  })

  it.each(operationTable['visits.listVisitors'].orderBy)('can be ordered by %s', async (column) => {
    await visitThrice()
    const ascending = await addresses({ orderBy: `${column}-asc` })
    expect(ascending).toHaveLength(3)
    expect(await addresses({ orderBy: `${column}-desc` })).toEqual(ascending?.reverse())
  })

  it('filters by chain family and by text', async () => {
    await visitThrice()
    expect(await addresses({ filter: { chain: 'ETH' } })).toEqual([other, address])
    expect(await addresses({ filter: { filterColumn: 'walletPublicKey', filterValue: solana.toLowerCase() } })).toEqual(
      [solana],
    )
    expect(await addresses({ filter: { filterColumn: 'id', filterValue: solana } })).toEqual([])
    expect(await addresses({ filter: { filterValue: '0x5290', chain: 'SOL' } })).toEqual([])
  })

  it.each([
    { limit: 101 },
    { orderBy: 'chain-asc' },
    { filter: { filterColumn: 'email' } },
    { filter: { wallet: 'x' } },
  ])('refuses %j', async (query) => {
    expect(await host.refuse('visits.listVisitors', { query })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })
})
