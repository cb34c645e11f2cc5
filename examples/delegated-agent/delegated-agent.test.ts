import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Transport } from '@latchkey/client'
import { delegatedAccess, waasPolicies, webhookMessages, webhooks } from '@latchkey/client/operations'
import { delegateWallet, revokeDelegation } from '@latchkey/client/wallets'
import { signWebhook } from '@latchkey/client/webhooks'
import { base } from 'viem/chains'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openDelegations } from './delegations.ts'
import { shop, startWorld } from './testing.ts'

vi.setConfig({ testTimeout: 300_000 })

/** A wallet that a user has delegated, and whose webhook has arrived. */
async function startWithDelegation() {
  const world = await startWorld()
  const wallet = await world.createUserWallet()
  await delegateWallet(wallet)
  await world.settle()
  return { ...world, wallet, payment: { walletId: wallet.id, to: shop, ether: '0.25' } }
}

/** The messages of the backend's webhook about new delegations. */
async function grantMessages(admin: Transport) {
  const [webhook] = (await webhooks.list(admin)).data ?? []
  const messages = await webhookMessages.list(admin, { webhookId: webhook?.webhookId ?? '' }).toArray()
  return messages.filter(({ request }) => {
    const { eventName } = request.body as { readonly eventName?: string }
    return eventName === 'wallet.delegation.created'
  })
}

describe('POST /payments', () => {
  it('pays with the wallet of a user who has delegated access, without the user', async () => {
    const { mock, wallet, payment, pay, balance } = await startWithDelegation()
    const { status, text } = await pay(payment)
    expect({ status, text }).toMatchObject({ status: 201, text: expect.stringMatching(/"0x[0-9a-f]{64}"/) })
    expect(await balance(shop)).toBe('0.25')
    const [transaction] = mock.chain.transactions({ address: wallet.address, networkId: base.id })
    expect(transaction?.hash).toBe(JSON.parse(text).transactionHash)
  })

  it('pays three times at once, with a nonce for each transaction', async () => {
    const { payment, pay, balance } = await startWithDelegation()
    const replies = await Promise.all([pay(payment), pay(payment), pay(payment)])
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await balance(shop)).toBe('0.75')
  })

  it('does not know the wallet of a user who has not delegated access', async () => {
    const { createUserWallet, payment, pay, balance } = await startWithDelegation()
    const { id: walletId } = await createUserWallet('grace@example.com')
    expect(await pay({ ...payment, walletId })).toMatchObject({ status: 404, code: 'wallet_unknown' })
    expect(await balance(shop)).toBe('0')
  })

  it('refuses after the user has taken the access back', async () => {
    const { wallet, settle, payment, pay, balance } = await startWithDelegation()
    expect(await pay(payment)).toMatchObject({ status: 201 })
    await revokeDelegation(wallet)
    await settle()
    expect(await pay(payment)).toMatchObject({ status: 403, code: 'delegation_ended' })
    expect(await balance(shop)).toBe('0.25')
  })

  it('refuses after a revocation whose webhook has not arrived', async () => {
    const { admin, mock, wallet, payment, pay, balance } = await startWithDelegation()
    const [webhook] = (await webhooks.list(admin)).data ?? []
    const { webhookId = '', url = '', events = [] } = webhook ?? {}
    await webhooks.update(admin, { webhookId, body: { url, events, isEnabled: false } })
    await delegatedAccess.revoke(admin, { body: { walletIds: [wallet.id] } })
    await mock.clock.settle()
    expect(await pay(payment)).toMatchObject({ status: 403, code: 'delegation_ended' })
    expect(await balance(shop)).toBe('0')
  })

  it('pays again after the user has delegated access again', async () => {
    const { wallet, settle, payment, pay } = await startWithDelegation()
    await revokeDelegation(wallet)
    await delegateWallet(wallet)
    await settle()
    expect(await pay(payment)).toMatchObject({ status: 201 })
  })

  it('refuses a recipient that a policy denies, and pays another one', async () => {
    const { admin, payment, pay, balance } = await startWithDelegation()
    const rule = {
      name: 'No payments to the shop',
      ruleType: 'deny' as const,
      chain: 'EVM' as const,
      addresses: [shop],
    }
    await waasPolicies.create(admin, { body: { rulesToAdd: [rule] } })
    expect(await pay(payment)).toMatchObject({ status: 403, code: 'policy_denied' })
    expect(await balance(shop)).toBe('0')
    const to = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
    expect(await pay({ ...payment, to })).toMatchObject({ status: 201 })
  })

  it('refuses more than the wallet has', async () => {
    const { payment, pay, balance } = await startWithDelegation()
    expect(await pay({ ...payment, ether: '1' })).toMatchObject({ status: 422, code: 'insufficient_funds' })
    expect(await balance(shop)).toBe('0')
  })

  it('refuses a wallet of Solana', async () => {
    const { createUserWallet, settle, payment, pay } = await startWithDelegation()
    const wallet = await createUserWallet('grace@example.com', 'SVM')
    await delegateWallet(wallet)
    await settle()
    expect(await pay({ ...payment, walletId: wallet.id })).toMatchObject({ status: 422, code: 'chain_unsupported' })
  })

  it('says that nothing was paid when the service does not sign', async () => {
    const { mock, payment, pay, balance } = await startWithDelegation()
    mock.faults.set('delegatedAccess.signMessage', { status: 400 }, 1)
    expect(await pay(payment)).toMatchObject({ status: 502, code: 'service_failed' })
    expect(await balance(shop)).toBe('0')
    expect(await pay(payment)).toMatchObject({ status: 201 })
  })

  it('refuses a caller without the key, and one with another key', async () => {
    const { payment, pay, post, balance } = await startWithDelegation()
    expect(await pay(payment, 'a guess')).toMatchObject({ status: 401, code: 'unauthorized' })
    expect(await post('/payments', JSON.stringify(payment), {})).toMatchObject({ status: 401, code: 'unauthorized' })
    expect(await balance(shop)).toBe('0')
  })

  it.each([
    ['no wallet', { walletId: undefined }],
    ['an address with a wrong checksum', { to: shop.replace('E7', 'e7') }],
    ['a negative amount', { ether: '-1' }],
    ['a number as the amount', { ether: 0.25 }],
    ['more digits than wei', { ether: `0.${'1'.repeat(19)}` }],
  ])('refuses %s', async (_, fields) => {
    const { pay } = await startWorld()
    const payment = { walletId: 'a wallet', to: shop, ether: '1', ...fields }
    expect(await pay(payment)).toMatchObject({ status: 400, code: 'payment_malformed' })
  })
})

describe('POST /purchases', () => {
  /** A wallet with 5 USDC and no ether, and a resource that costs a cent. */
  async function startWithSeller() {
    const world = await startWithDelegation()
    const { mock, wallet } = world
    await mock.chain.fund(wallet.address, { token: 'USDC', amount: '5' }, base.id)
    const sale = { path: 'weather', price: '0.01', networkId: base.id, payTo: shop, body: { sky: 'clear' } }
    const { url } = await mock.x402.sell(sale)
    const held = (address: string) => mock.chain.balance(address, { token: 'USDC', networkId: base.id })
    return { ...world, held, purchase: { walletId: wallet.id, url, maxUsdc: '0.05' } }
  }

  it('buys with the wallet of a user who has delegated access, and returns what the seller has', async () => {
    const { mock, wallet, purchase, buy, held, balance } = await startWithSeller()
    const { status, text } = await buy(purchase)
    expect([status, JSON.parse(text)]).toEqual([
      200,
      {
        contentType: 'application/json',
        content: '{"sky":"clear"}',
        transactionHash: mock.x402.payments()[0]?.transactionHash,
      },
    ])
    expect([held(shop), held(wallet.address), await balance(wallet.address)]).toEqual(['0.01', '4.99', '1'])
  })

  it.each([
    ['the seller', shop],
    ['somebody else, since the service cannot see whom a delegate pays', '0x8617E340B3D01FA5F11F306F4090FD50E238070D'],
  ])('is refused while a policy denies %s', async (_, address) => {
    const { admin, mock, purchase, buy, held } = await startWithSeller()
    const rule = { name: 'Not there', ruleType: 'deny' as const, chain: 'EVM' as const, addresses: [address] }
    await waasPolicies.create(admin, { body: { rulesToAdd: [rule] } })
    expect(await buy(purchase)).toMatchObject({ status: 403, code: 'policy_denied' })
    expect([held(shop), mock.x402.payments()]).toEqual(['0', []])
  })

  it.each<[string, string, object]>([
    ['a price above the limit of the caller', '422 price_too_high', { maxUsdc: '0.009' }],
    ['a seller who is not on the list', '403 seller_unknown', { url: 'https://shop.example.com/weather' }],
    ['what the seller does not have', '502 seller_failed', { url: 'RESOURCES/none' }],
    ['a wallet that nobody has delegated', '404 wallet_unknown', { walletId: 'none' }],
    ['a limit that is no amount', '400 purchase_malformed', { maxUsdc: '$1' }],
    ['a URL that is none', '400 purchase_malformed', { url: 'weather' }],
    ['no wallet', '400 purchase_malformed', { walletId: undefined }],
  ])('refuses %s with %s', async (_, refusal, change) => {
    const { purchase, buy, held } = await startWithSeller()
    const { url = purchase.url } = change as { url?: string }
    const resources = purchase.url.replace(/\/weather$/, '')
    const { status, code } = await buy({ ...purchase, ...change, url: url.replace('RESOURCES', resources) })
    expect(`${status} ${code}`).toBe(refusal)
    expect(held(shop)).toBe('0')
  })

  it('refuses a wallet that does not have the amount, and one whose user has taken the access back', async () => {
    const { mock, wallet, purchase, buy, settle, held } = await startWithSeller()
    const dear = await mock.x402.sell({ path: 'report', price: '6', networkId: base.id, payTo: shop })
    const ofReport = { ...purchase, url: dear.url, maxUsdc: '10' }
    expect(await buy(ofReport)).toMatchObject({ status: 422, code: 'insufficient_funds' })
    await revokeDelegation(wallet)
    await settle()
    expect(await buy(purchase)).toMatchObject({ status: 403, code: 'delegation_ended' })
    expect(held(shop)).toBe('0')
  })

  it('refuses a caller without the key', async () => {
    const { purchase, buy, held } = await startWithSeller()
    expect(await buy(purchase, 'a guess')).toMatchObject({ status: 401, code: 'unauthorized' })
    expect(held(shop)).toBe('0')
  })
})

describe('POST /webhooks', () => {
  const revocation = (walletId: string) => {
    const timestamp = '2100-01-01T00:00:00.000Z'
    return JSON.stringify({ messageId: 'm', eventName: 'wallet.delegation.revoked', timestamp, data: { walletId } })
  }

  it('refuses a wrong signature and a missing one, and changes nothing', async () => {
    const { wallet, payment, pay, post } = await startWithDelegation()
    const body = revocation(wallet.id)
    const signature = await signWebhook(body, 'another secret')
    expect(await post('/webhooks', body, { 'x-webhook-signature-256': signature })).toMatchObject({
      status: 400,
      code: 'signature_wrong',
    })
    expect(await post('/webhooks', body, {})).toMatchObject({ status: 400, code: 'signature_missing' })
    expect(await pay(payment)).toMatchObject({ status: 201 })
  })

  it('ends a delegation as soon as its revocation arrives, and ignores an earlier grant that arrives again', async () => {
    const { admin, wallet, settle, payment, pay, post } = await startWithDelegation()
    const [message] = await grantMessages(admin)
    const { webhookId = '', messageId = '' } = message ?? {}
    const { secret = '' } = await webhooks.get(admin, { webhookId, query: { includeSecret: true } })
    const body = revocation(wallet.id)
    const headers = { 'x-webhook-signature-256': await signWebhook(body, secret) }
    expect(await post('/webhooks', body, headers)).toMatchObject({ status: 204 })
    // The service knows nothing of this revocation, so it is the backend that refuses.
    expect(await pay(payment)).toMatchObject({ status: 403, code: 'delegation_ended' })
    await webhookMessages.redeliver(admin, { webhookId, messageId })
    await settle()
    expect((await grantMessages(admin)).map(({ status }) => status)).toEqual(['delivered'])
    expect(await pay(payment)).toMatchObject({ status: 403, code: 'delegation_ended' })
  })

  it('refuses envelopes that are not for its key, and does not store them', async () => {
    const { admin, createUserWallet, settle, pay } = await startWorld()
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    await delegatedAccess.createKey(admin, { body: { publicKey: pem } })
    const wallet = await createUserWallet()
    await delegateWallet(wallet)
    await settle()
    const [message] = await grantMessages(admin)
    expect(message?.status).not.toBe('delivered')
    const payment = { walletId: wallet.id, to: shop, ether: '0.25' }
    expect(await pay(payment)).toMatchObject({ status: 404, code: 'wallet_unknown' })
  })
})

it('stores delegations in a file, which outlives the process', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'delegated-agent-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const envelope = { alg: 'HYBRID-RSA-AES-256', iv: 'iv', ct: 'ct', tag: 'tag', ek: 'ek' }
  const grant = { walletId: 'w', userId: 'u', encryptedDelegatedShare: envelope, encryptedWalletApiKey: envelope }
  const delegation = { walletId: 'w', changedAt: '2026-01-15T09:30:00.000Z', grant }
  const before = openDelegations(join(folder, 'agent.db'))
  before.put(delegation)
  before.close()
  const after = openDelegations(join(folder, 'agent.db'))
  onTestFinished(after.close)
  expect(after.get('w')).toEqual(delegation)
})
