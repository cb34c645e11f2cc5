import { exchangeRoutes } from '@latchkey/contract/routes/exchangeRoutes'
import { beforeEach, describe, expect, it } from 'vitest'
import { callsOf } from '../../../../test/hosts/harness.ts'
import { enableExchange, personAtExchange, recipient } from '../../../../test/people/exchangePeople.ts'
import { createControlClient } from '../../../../test/support/controlClient.ts'

const control = createControlClient()
const { get, post } = control
let person: Awaited<ReturnType<typeof personAtExchange>>

function hostOf() {
  const { mock } = control.server
  const host = { name: 'control', mock, fetch: mock.fetch }
  return Object.assign(host, callsOf(host))
}

beforeEach(async () => {
  await enableExchange(hostOf())
  person = await personAtExchange(hostOf())
})

const place = () => ({ exchange: 'coinbase', userId: person.userId })
const refuse = (changes: object = {}) =>
  hostOf().refuse('exchangeAccounts.transfer', {
    token: person.token,
    params: { exchangeKey: 'coinbase', accountId: person.accountId },
    body: { to: recipient, amount: 0.5, currency: 'ETH', ...changes },
  })

describe('the routes of exchanges', () => {
  it('fund an account, and show what it has and what was sent', async () => {
    expect((await post('exchanges/deposits', { ...place(), currency: 'SOL', amount: '0.5' })).status).toBe(204)
    const { body } = await get('exchanges/account', place())
    expect(body.balances.at(1)).toEqual({ currency: 'SOL', balance: '0.5', available: '0.5' })
    const { transfers } = (await get('exchanges/transfers', place())).body
    expect(transfers[0]).toMatchObject({ currency: 'SOL', amount: '0.5', status: 'completed' })
  })

  it('set what the exchange demands', async () => {
    await post('exchanges/rules', { exchange: 'coinbase', enforcesAddressWhitelist: true, minimums: { ETH: '0.6' } })
    expect(await refuse()).toMatchObject({ code: 'transfer_amount_too_small' })
    await post('exchanges/rules', { exchange: 'coinbase', minimums: {} })
    expect(await refuse()).toMatchObject({ code: 'transfer_address_not_whitelisted' })
    await post('exchanges/listedAddresses', { ...place(), address: recipient })
    await post('exchanges/requireCode', place())
    expect(await refuse()).toMatchObject({ code: 'transfer_mfa_required' })
    const { messages } = (await get('exchanges/messages', place())).body
    expect(messages).toMatchObject([{ exchange: 'coinbase', code: expect.stringMatching(/^\d{6}$/) }])
    await post('exchanges/requireCode', { ...place(), isRequired: false })
    await post('exchanges/failNext', { exchange: 'coinbase' })
    expect(await refuse()).toMatchObject({ code: 'unknown_transfer_error' })
  })

  it('refuse people without an account, amounts and addresses that are not such', async () => {
    const bob = await control.server.mock.create.user({ email: 'bob@example.com' })
    const { status, body } = await get('exchanges/account', { ...place(), userId: bob.id })
    expect([status, body.error]).toEqual([400, expect.stringContaining('has not linked an account of coinbasesocial')])
    expect((await get('exchanges/account', { ...place(), exchange: 'bank' })).status).toBe(400)
    expect((await post('exchanges/deposits', { ...place(), currency: 'ETH', amount: 'much' })).status).toBe(400)
    expect((await post('exchanges/rules', { exchange: 'coinbase', minimums: { ETH: 'much' } })).status).toBe(400)
    expect((await post('exchanges/listedAddresses', { ...place(), address: 'nowhere' })).status).toBe(400)
    await expect(control.server.mock.exchanges.kraken.failNext(-1)).rejects.toThrow(TypeError)
  })

  it('are all called by the tests above', () => {
    expect(Object.keys(exchangeRoutes).filter((route) => !control.calledRoutes.has(route))).toEqual([])
  })
})
