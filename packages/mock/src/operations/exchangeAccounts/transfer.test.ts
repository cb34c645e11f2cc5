import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { unknownId } from '../../../test/contract/environmentRefusals.ts'
import { enableExchange, networkId, personAtExchange, recipient } from '../../../test/people/exchangePeople.ts'

const host = createHost()
const requestId = '01938c5e-9303-7d4e-9f0a-1b2c3d4e5f03'
let person: Awaited<ReturnType<typeof personAtExchange>>

beforeEach(async () => {
  await enableExchange(host)
  person = await personAtExchange(host)
})

const wanted = { to: recipient, amount: 0.25, currency: 'ETH', networkObject: { networkId: '84532', chainName: 'EVM' } }
const inputOf = (changes: object = {}) => ({
  token: person.token,
  params: { exchangeKey: 'coinbase', accountId: person.accountId },
  body: { ...wanted, ...changes },
})
const transfer = async (changes?: object) => (await host.call('exchangeAccounts.transfer', inputOf(changes))).body
const refuse = (changes?: object) => host.refuse('exchangeAccounts.transfer', inputOf(changes))
const rule = (code: string) => ({ status: 422, code })
const balances = async () =>
  Object.fromEntries((await person.account.facts()).balances.map(({ currency, ...each }) => [currency, each]))
const onChain = (token?: string) => host.mock.chain.balance(recipient, { token, networkId })
const list = async () =>
  (await host.call('exchangeAccounts.listTransactions', { token: person.token, params: { exchangeKey: 'coinbase' } }))
    .body

describe('exchangeAccounts.transfer', () => {
  it('reserves the amount, and brings it to the ledger after a minute', async () => {
    const pending = await transfer({ description: 'Savings' })
    expect(pending).toEqual({
      id: expect.any(String),
      exchangeAccountId: person.accountId,
      status: 'pending',
      amount: 0.25,
      currency: 'ETH',
      createdAt: '2026-01-15T09:30:00.000Z',
    })
    expect((await balances()).ETH).toEqual({ balance: '1', available: '0.75' })
    await host.mock.clock.advance({ seconds: 59 })
    expect(onChain()).toBe('0')
    await host.mock.clock.advance({ seconds: 1 })
    expect(onChain()).toBe('0.25')
    expect((await balances()).ETH).toEqual({ balance: '0.75', available: '0.75' })
    const [transaction] = host.mock.chain.transactions({ address: recipient, networkId })
    expect((await list())[0]).toEqual({
      transactionId: pending.id,
      status: 'completed',
      amount: 0.25,
      currency: 'ETH',
      createdAt: pending.createdAt,
      transactionHash: transaction?.hash,
    })
  })

  it('keeps exact amounts', async () => {
    await person.account.deposit('ETH', '0.000000000000000001')
    await transfer({ amount: 0.1 })
    await transfer({ amount: 0.2 })
    await host.mock.clock.advance({ minutes: 1 })
    expect(onChain()).toBe('0.3')
    expect((await balances()).ETH).toEqual({ balance: '0.700000000000000001', available: '0.700000000000000001' })
  })

  it.each<[string, object, () => Promise<string>]>([
    ['by the name of the network', { network: 'base-sepolia', networkObject: undefined }, async () => onChain()],
    [
      'on the first network where the address exists',
      { networkObject: undefined, network: undefined },
      async () => host.mock.chain.balance(recipient, { networkId: 11155111 }),
    ],
  ])('finds the network %s', async (_, changes, balance) => {
    await transfer(changes)
    await host.mock.clock.advance({ minutes: 1 })
    expect(await balance()).toBe('0.25')
  })

  it('sends tokens on Solana', async () => {
    const to = (await host.mock.wallets.sol()).address
    await transfer({ to, currency: 'USDC', amount: 12.5, networkObject: { networkId: '103', chainName: 'SOL' } })
    await host.mock.clock.advance({ minutes: 1 })
    expect(host.mock.chain.balance(to, { token: 'USDC', networkId: 103 })).toBe('12.5')
  })

  it('gives the amount back when the chain refuses the transfer', async () => {
    await host.mock.chain.contract(recipient, ['function pay() view'], {}, networkId)
    await transfer()
    await host.mock.clock.advance({ minutes: 1 })
    expect((await list())[0]?.status).toBe('failed')
    expect((await balances()).ETH).toEqual({ balance: '1', available: '1' })
    expect(onChain()).toBe('0')
  })

  it('moves the amount once for a repeated id, and refuses another request with it', async () => {
    const first = await transfer({ id: requestId })
    expect(first.id).toBe(requestId)
    expect(await transfer({ id: requestId })).toEqual(first)
    for (const changes of [{ amount: 0.5 }, { to: `0x${'e'.repeat(40)}` }, { description: 'Other' }])
      expect(await refuse({ id: requestId, ...changes })).toMatchObject({ status: 409, code: 'conflict' })
    await host.mock.clock.advance({ minutes: 1 })
    expect(await transfer({ id: requestId })).toEqual({ ...first, status: 'completed' })
    await host.mock.clock.advance({ minutes: 5 })
    expect(onChain()).toBe('0.25')
  })

  it("does not confuse the ids of different people's transfers", async () => {
    await transfer({ id: requestId })
    person = await personAtExchange(host, 'bob')
    expect(await transfer({ id: requestId, amount: 0.5 })).toMatchObject({ id: requestId, amount: 0.5 })
  })
})

describe('the checks of exchangeAccounts.transfer', () => {
  it('come in their order', async () => {
    const { coinbase } = host.mock.exchanges
    await coinbase.setRules({ enforcesAddressWhitelist: true, minimums: { ETH: '0.1' } })
    // A rule that is not given stays as it is.
    await coinbase.setRules({ enforcesAddressWhitelist: true, minimums: undefined })
    await person.account.requireCode()
    await coinbase.failNext()
    const wrong = { currency: 'DOGE', networkObject: { networkId: '1', chainName: 'EVM' }, amount: 0.01 }
    expect(await refuse(wrong)).toMatchObject(rule('invalid_transfer_currency'))
    expect(await refuse({ ...wrong, currency: 'ETH' })).toMatchObject(rule('invalid_transfer_network'))
    expect(await refuse({ amount: 0.01 })).toMatchObject(rule('transfer_amount_too_small'))
    expect(await refuse({ amount: 5 })).toMatchObject(rule('transfer_address_not_whitelisted'))
    await person.account.listAddress(recipient.toLowerCase())
    expect(await refuse({ amount: 5 })).toMatchObject(rule('invalid_transfer_funds'))
    expect(await refuse()).toMatchObject(rule('transfer_mfa_required'))
    expect(await refuse({ mfaCode: '000000' })).toMatchObject(rule('transfer_mfa_failed'))
    const mfaCode = (await person.account.messages()).at(-1)?.code
    expect(await refuse({ mfaCode })).toMatchObject(rule('unknown_transfer_error'))
    expect(await list()).toHaveLength(2)
    expect(await transfer({ mfaCode })).toMatchObject({ status: 'pending' })
  })

  it('refuse an amount of nothing, and accept exactly the minimum', async () => {
    expect(await refuse({ amount: 0 })).toMatchObject(rule('transfer_amount_too_small'))
    await host.mock.exchanges.coinbase.setRules({ minimums: { ETH: '0.25' } })
    expect(await refuse({ amount: 0.249999999 })).toMatchObject(rule('transfer_amount_too_small'))
    expect(await transfer()).toMatchObject({ amount: 0.25 })
  })

  it('count what is on its way out as spent', async () => {
    await transfer({ amount: 0.75 })
    expect(await refuse({ amount: 0.26 })).toMatchObject(rule('invalid_transfer_funds'))
    expect(await transfer({ amount: 0.25 })).toMatchObject({ status: 'pending' })
  })

  it.each<[string, object]>([
    ['a token that is not on the network', { currency: 'WBTC' }],
    ['a network that is not enabled', { networkObject: { networkId: '8453', chainName: 'EVM' } }],
    ['two networks that contradict each other', { network: 'sepolia' }],
    ['a chain of another network', { networkObject: { networkId: '84532', chainName: 'SOL' } }],
  ])('refuse %s, which the network rules out', async (_, changes) => {
    expect(await refuse(changes)).toMatchObject(rule('invalid_transfer_network'))
  })

  it.each<[string, object]>([
    ['an address of another chain', { to: '4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA' }],
    ['more digits than the token has', { currency: 'USDC', amount: 0.0000001 }],
    ['an amount below zero', { amount: -1 }],
  ])('refuse %s as a malformed request', async (_, changes) => {
    expect(await refuse(changes)).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  it("refuse another person's account, an unknown one, and calls without a session", async () => {
    const bob = await personAtExchange(host, 'bob')
    const missing = { status: 404, body: undefined }
    for (const accountId of [bob.accountId, unknownId]) {
      const input = { ...inputOf(), params: { exchangeKey: 'coinbase', accountId } }
      expect(await host.refuse('exchangeAccounts.transfer', input)).toMatchObject(missing)
    }
    expect((await host.refuse('exchangeAccounts.transfer', { ...inputOf(), token: null })).status).toBe(401)
    const headers = { 'content-type': 'text/plain' }
    expect((await host.refuse('exchangeAccounts.transfer', { ...inputOf(), headers })).status).toBe(415)
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    expect(await refuse()).toMatchObject({ status: 403, code: 'mfa_required' })
    expect(await list().catch(() => [])).toEqual([])
  })
})

describe('the code of an exchange', () => {
  beforeEach(() => person.account.requireCode())
  const codes = async () => (await person.account.messages()).map(({ code }) => code)
  const ask = () => refuse()
  const wrong = async () => String((Number((await codes()).at(-1)) + 1) % 1_000_000).padStart(6, '0')

  it("is sent to the person, not to the service's outbox, and is good for one transfer", async () => {
    await ask()
    const [mfaCode, ...others] = await codes()
    expect(others).toEqual([])
    expect(host.mock.outbox.email.list()).toEqual([])
    expect(await transfer({ mfaCode })).toMatchObject({ status: 'pending' })
    expect(await refuse({ mfaCode })).toMatchObject(rule('transfer_mfa_failed'))
  })

  it('does not serve for another transfer', async () => {
    await ask()
    const [mfaCode] = await codes()
    for (const changes of [{ to: `0x${'e'.repeat(40)}` }, { amount: 0.5 }, { currency: 'USDC' }])
      expect(await refuse({ mfaCode, ...changes })).toMatchObject(rule('transfer_mfa_failed'))
    expect(await transfer({ mfaCode })).toMatchObject({ status: 'pending' })
  })

  it('is replaced by a newer one, and ends after ten minutes', async () => {
    await ask()
    await ask()
    const [first, second] = await codes()
    expect(await refuse({ mfaCode: first })).toMatchObject(rule('transfer_mfa_failed'))
    await host.mock.clock.advance({ minutes: 10 })
    expect(await refuse({ mfaCode: second })).toMatchObject(rule('transfer_mfa_failed'))
  })

  it('is dead after five wrong tries, until there is a new one', async () => {
    await ask()
    for (let tries = 0; tries < 5; tries++)
      expect(await refuse({ mfaCode: await wrong() })).toMatchObject(rule('transfer_mfa_failed'))
    expect(await refuse({ mfaCode: (await codes())[0] })).toMatchObject(rule('transfer_mfa_failed'))
    await ask()
    expect(await transfer({ mfaCode: (await codes())[1] })).toMatchObject({ status: 'pending' })
  })

  it('is in no entry of the journal', async () => {
    await ask()
    const [mfaCode = ''] = await codes()
    await transfer({ mfaCode })
    expect(JSON.stringify(host.mock.journal.list('exchangeAccounts.transfer'))).not.toContain(mfaCode)
  })
})

describe('a transfer that is pending', () => {
  it('goes on by itself in each of two forks of its middle', async () => {
    await transfer()
    const fork = host.mock.fork()
    await fork.clock.advance({ minutes: 1 })
    expect([fork.chain.balance(recipient, { networkId }), onChain()]).toEqual(['0.25', '0'])
    await host.mock.clock.advance({ minutes: 1 })
    expect(onChain()).toBe('0.25')
  })

  it('arrives although its user is deleted, since the account is that of the person', async () => {
    await transfer()
    await host.call('users.delete', { params: { userId: person.userId } })
    await host.mock.clock.advance({ minutes: 1 })
    expect(onChain()).toBe('0.25')
    const { exchangeAccounts, exchangeTransfers } = host.mock.export().tables
    expect(JSON.stringify([exchangeAccounts, exchangeTransfers])).not.toContain(person.userId)
  })
})
