import type { PaymentPayload } from '@x402/core/types'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { friend, networkId, payerOf, usdc, walletWith } from './payers.ts'

let mock: Mock
let wallet: Awaited<ReturnType<typeof walletWith>>
let payer: ReturnType<typeof payerOf>
let url: string
let payTo: string

beforeEach(async () => {
  mock = createMock({ seed: 'x402' })
  wallet = await walletWith(mock, '5')
  payer = payerOf(mock, wallet.viemAccount())
  ;({ url, payTo } = await mock.x402.sell({ path: 'weather', price: '0.01', body: { sky: 'clear' } }))
})

const held = (address: string) => mock.chain.balance(address, { token: 'USDC', networkId })

/** Asserts that nobody was paid. */
function expectNothingMoved() {
  expect([held(payTo), held(wallet.address), held(friend)]).toEqual(['0', '5', '0'])
  expect(mock.x402.payments()).toEqual([])
  expect(mock.chain.transactions({ address: wallet.address, networkId })).toEqual([])
}

/** Adds a rule to the policy of the environment. */
async function addRule(rule: object) {
  const { token, id } = mock.defaults.environments.sandbox
  const response = await mock.fetch(`${mock.baseUrl}/api/v0/environments/${id}/waas/policies`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ rulesToAdd: [rule] }),
  })
  expect(response.status).toBeLessThan(300)
}

describe('a resource that is sold', () => {
  it('answers 402 with its offer, which the published client reads', async () => {
    const response = await mock.fetch(url)
    expect([response.status, await response.json()]).toEqual([
      402,
      { error: 'PAYMENT-SIGNATURE header is required', code: 'payment_required' },
    ])
    expect(await payer.offerAt(url)).toEqual({
      x402Version: 2,
      error: 'PAYMENT-SIGNATURE header is required',
      resource: { url, mimeType: 'application/json' },
      accepts: [
        {
          scheme: 'exact',
          network: 'eip155:84532',
          amount: '10000',
          asset: usdc,
          payTo,
          maxTimeoutSeconds: 60,
          extra: { name: 'USDC', version: '2' },
        },
      ],
    })
    expectNothingMoved()
  })

  it('is paid by an embedded wallet without currency for gas, and comes with the transaction', async () => {
    const response = await payer.buy(url)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(await response.json()).toEqual({ sky: 'clear' })
    const [payment] = mock.x402.payments()
    expect(payer.messageIn(response, 'payment-response')).toEqual({
      success: true,
      payer: wallet.address,
      transaction: payment?.transactionHash,
      network: 'eip155:84532',
      amount: '10000',
    })
    expect(payment).toMatchObject({
      payer: wallet.address,
      payTo,
      amount: '10000',
      asset: usdc,
      networkId,
      resource: url,
    })
    expect([held(payTo), held(wallet.address)]).toEqual(['0.01', '4.99'])
    const [transaction] = mock.chain.transactions({ address: wallet.address, networkId })
    expect(transaction).toMatchObject({ hash: payment?.transactionHash, status: 'success' })
  })

  it('is paid by a server to which the user has delegated the wallet, until the user takes that back', async () => {
    const agent = await mock.delegation.backend()
    await wallet.delegate()
    const server = payerOf(mock, agent.viemAccount(wallet.walletId))
    expect((await server.buy(`${url}?city=Rome`)).status).toBe(200)
    expect([held(payTo), mock.x402.payments()[0]?.resource]).toEqual(['0.01', `${url}?city=Rome`])
    await wallet.revokeDelegation()
    await mock.clock.settle()
    await expect(server.buy(url)).rejects.toThrow('Failed to create payment payload')
    expect(held(payTo)).toBe('0.01')
  })

  it('is paid in another network and to another account where a test says so, by any method', async () => {
    const offer = { path: '/reports/2026', price: '0.5', networkId: 8453, payTo: friend, body: 'All is well.' }
    const report = await mock.x402.sell({ ...offer, description: 'The report', maxTimeoutSeconds: 300 })
    expect(report).toMatchObject({ path: 'reports/2026', amount: '500000', payTo: friend })
    await mock.chain.fund(wallet.address, { token: 'USDC', amount: '3' }, 8453)
    const response = await payer.buy(report.url, { method: 'POST', body: '{"year":2026}' })
    expect([await response.text(), response.headers.get('content-type')]).toEqual([
      'All is well.',
      'text/plain; charset=utf-8',
    ])
    expect(mock.chain.balance(friend, { token: 'USDC', networkId: 8453 })).toBe('0.5')
    expect((await payer.offerAt(report.url)).accepts[0]).toMatchObject({ extra: { name: 'USD Coin' } })
  })

  it('does not wait for a block while transactions of others do', async () => {
    await mock.chain.setAutomine(false, networkId)
    expect((await payer.buy(url)).status).toBe(200)
    expect(held(payTo)).toBe('0.01')
  })

  it('is gone when it is withdrawn, and has a new offer when it is sold again', async () => {
    await mock.x402.sell({ path: 'weather', price: '1' })
    expect(mock.x402.resources()).toMatchObject([{ path: 'weather', amount: '1000000', url }])
    await mock.x402.withdraw('/weather')
    expect([mock.x402.resources(), (await mock.fetch(url)).status]).toEqual([[], 404])
    await expect(mock.x402.withdraw('weather')).rejects.toThrow('nothing is sold at "weather"')
  })

  it('is in forks and exports, with its payments', async () => {
    await payer.buy(url)
    const other = createMock({ seed: 'x402' })
    other.import(mock.export())
    for (const copy of [mock.fork(), other])
      expect([copy.x402.resources(), copy.x402.payments()]).toEqual([mock.x402.resources(), mock.x402.payments()])
    mock.reset()
    expect([mock.x402.resources(), mock.x402.payments()]).toEqual([[], []])
  })

  it('may be read and paid by a page of any origin', async () => {
    const preflight = await mock.fetch(url, { method: 'OPTIONS', headers: { origin: 'https://app.example.com' } })
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([204, '*'])
    const { headers } = await mock.fetch(url, { headers: { origin: 'https://app.example.com' } })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-expose-headers')).toContain('payment-required')
  })
})

describe('a payment', () => {
  type Authorization = Record<'from' | 'to' | 'value' | 'validAfter' | 'validBefore' | 'nonce', string>
  const authorizationOf = ({ payload }: PaymentPayload) => payload.authorization as Authorization
  /** The payment with other fields in what was signed. */
  const changed = (payment: PaymentPayload, fields: Partial<Authorization>): PaymentPayload => ({
    ...payment,
    payload: { ...payment.payload, authorization: { ...authorizationOf(payment), ...fields } },
  })
  const createWallet = async (email: string) =>
    mock.wallets.embedded(await mock.create.user({ email }), { chain: 'EVM' })
  /** A payment that is signed for another offer than the seller's. */
  const signedFor = async (terms: object): Promise<PaymentPayload> => {
    const offer = await payer.offerAt(url)
    const signed = await payerOf(
      { fetch: async () => Response.json({}, { status: 402, headers: headerOf({ ...offer, ...terms }) }) },
      wallet.viemAccount(),
    ).sign(url)
    return { ...signed, accepted: offer.accepts[0] as PaymentPayload['accepted'] }
  }
  const headerOf = (offer: object) => ({ 'payment-required': btoa(JSON.stringify(offer)) })
  const onEthereum = {
    network: 'eip155:1',
    asset: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    extra: { name: 'USD Coin', version: '2' },
  }
  const withTerms = async (terms: object) => {
    const [accepted] = (await payer.offerAt(url)).accepts
    return signedFor({ accepts: [{ ...accepted, ...terms }] })
  }

  it.each<[string, string, () => Promise<PaymentPayload>]>([
    ['of too little', 'invalid_exact_evm_payload_authorization_value', () => withTerms({ amount: '9999' })],
    ['of too much', 'invalid_exact_evm_payload_authorization_value', () => withTerms({ amount: '10001' })],
    ['to somebody else', 'invalid_exact_evm_payload_recipient_mismatch', () => withTerms({ payTo: friend })],
    ['for another network', 'invalid_exact_evm_payload_signature', () => withTerms(onEthereum)],
    [
      'that somebody has changed after it was signed',
      'invalid_exact_evm_payload_signature',
      async () => changed(await payer.sign(url), { validBefore: '9999999999' }),
    ],
    [
      'that somebody else has signed',
      'invalid_exact_evm_payload_signature',
      async () => {
        const other = await createWallet('grace@example.com')
        const signed = await payerOf(mock, other.viemAccount()).sign(url)
        return changed(signed, { from: wallet.address })
      },
    ],
    [
      'that has expired',
      'invalid_exact_evm_payload_authorization_valid_before',
      async () => {
        const signed = await payer.sign(url)
        await mock.clock.advance({ minutes: 1 })
        return signed
      },
    ],
    [
      'that expires before it can arrive',
      'invalid_exact_evm_payload_authorization_valid_before',
      () => withTerms({ maxTimeoutSeconds: 4 }),
    ],
    [
      'of a wallet that does not have the amount',
      'insufficient_funds',
      async () => {
        const poor = await createWallet('grace@example.com')
        return payerOf(mock, poor.viemAccount()).sign(url)
      },
    ],
  ])('%s is refused with 402 and its reason, and nothing is moved', async (_, reason, signing) => {
    const response = await payer.send(url, await signing())
    expect([response.status, payer.messageIn(response, 'payment-required')]).toMatchObject([
      402,
      { x402Version: 2, error: reason, accepts: [{ payTo }] },
    ])
    expect(payer.messageIn(response, 'payment-response')).toBeUndefined()
    expectNothingMoved()
  })

  it.each([
    ['network', 'eip155:1', 'accepted.network'],
    ['amount', '1', 'accepted.amount'],
    ['payTo', friend, 'accepted.payTo'],
    ['asset', friend, 'accepted.asset'],
    ['scheme', 'upto', 'accepted.scheme'],
  ])('that accepts another %s than is offered is refused, with a sentence about it', async (term, value, named) => {
    const signed = await payer.sign(url)
    const response = await payer.send(url, { ...signed, accepted: { ...signed.accepted, [term]: value } })
    expect([response.status, payer.messageIn(response, 'payment-required').error]).toEqual([
      402,
      'No matching payment requirements',
    ])
    expect((await response.json()).error).toContain(named)
    expectNothingMoved()
  })

  it('is made once: the same one is refused again, and so is its number', async () => {
    const signed = await payer.sign(url)
    expect((await payer.send(url, signed)).status).toBe(200)
    const again = await payer.send(url, signed)
    expect([again.status, payer.messageIn(again, 'payment-required').error]).toEqual([
      402,
      'invalid_exact_evm_nonce_already_used',
    ])
    expect([held(payTo), mock.x402.payments().length]).toEqual(['0.01', 1])
  })

  it('is refused before its time, on a clock that is behind', async () => {
    const signed = await withTerms({})
    const later = changed(signed, { validAfter: String(Math.floor(Date.now() / 1000) + 40) })
    const account = wallet.viemAccount()
    const { from, to, value, validAfter, validBefore, nonce } = authorizationOf(later)
    const member = (type: string) => (name: string) => ({ name, type })
    const signature = await account.signTypedData({
      domain: { name: 'USDC', version: '2', chainId: networkId, verifyingContract: usdc },
      types: {
        TransferWithAuthorization: [
          ...['from', 'to'].map(member('address')),
          ...['value', 'validAfter', 'validBefore'].map(member('uint256')),
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      primaryType: 'TransferWithAuthorization',
      message: { from, to, value, validAfter, validBefore, nonce },
    } as never)
    const response = await payer.send(url, { ...later, payload: { ...later.payload, signature } })
    expect(payer.messageIn(response, 'payment-required').error).toBe(
      'invalid_exact_evm_payload_authorization_valid_after',
    )
    expectNothingMoved()
  })

  it.each([
    ['no base64', '%%%'],
    ['no JSON', btoa('{"x402Version":')],
    ['no object', btoa('[1]')],
    ['no UTF-8', btoa('{"a":"\xff"}')],
    ['nothing in it', btoa('{}')],
    ['version 1', btoa('{"x402Version":1,"scheme":"exact","network":"base-sepolia","payload":{}}')],
  ])('whose header is %s is refused with 400', async (_, header) => {
    const response = await mock.fetch(url, { headers: { 'payment-signature': header } })
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: expect.any(String), code: 'payment_malformed' },
    ])
    expectNothingMoved()
  })

  it.each<[string, (payment: PaymentPayload) => PaymentPayload]>([
    ['no signature', (payment) => ({ ...payment, payload: { authorization: payment.payload.authorization } })],
    ['a nonce of another length', (payment) => changed(payment, { nonce: '0x12' })],
    ['an amount below zero', (payment) => changed(payment, { value: '-1' })],
    ['an amount beyond 32 bytes', (payment) => changed(payment, { value: (2n ** 256n).toString() })],
    ['a payment of Permit2', (payment) => ({ ...payment, payload: { signature: '0x', permit2Authorization: {} } })],
  ])('that has %s is refused with 400', async (_, change) => {
    const response = await payer.send(url, change(await payer.sign(url)))
    expect([response.status, (await response.json()).code]).toEqual([400, 'payment_malformed'])
    expectNothingMoved()
  })

  it('in the header of version 1 is refused with a sentence', async () => {
    const response = await mock.fetch(url, { headers: { 'x-payment': btoa('{"x402Version":1}') } })
    expect([response.status, (await response.json()).error]).toEqual([
      402,
      'This seller speaks version 2 of x402, which has no X-PAYMENT.',
    ])
  })

  it('is judged by the policies when it is signed: a payee that one denies gets nothing', async () => {
    await addRule({ name: 'Not to this shop', ruleType: 'deny', chain: 'EVM', addresses: [payTo] })
    await expect(payer.buy(url)).rejects.toThrow('The rule "Not to this shop" denies this')
    expectNothingMoved()
    const other = await mock.x402.sell({ path: 'news', price: '0.01', payTo: friend })
    expect((await payer.buy(other.url)).status).toBe(200)
  })

  it('counts for the limit of a policy, beyond which the next one is not signed', async () => {
    const valueLimit = { asset: usdc, totalLimit: '15000' }
    await addRule({ name: 'A cent and a half', ruleType: 'allow', chain: 'EVM', addresses: [payTo, usdc], valueLimit })
    expect((await payer.buy(url)).status).toBe(200)
    await expect(payer.buy(url)).rejects.toThrow('Failed to create payment payload')
    expect(held(payTo)).toBe('0.01')
  })

  it('of a delegate is refused under any rule, since the service sees only a digest', async () => {
    const agent = await mock.delegation.backend()
    await wallet.delegate()
    await addRule({ name: 'Not to a friend', ruleType: 'deny', chain: 'EVM', addresses: [friend] })
    await expect(payerOf(mock, agent.viemAccount(wallet.walletId)).buy(url)).rejects.toThrow(
      'The message is in a form that is not known',
    )
    expectNothingMoved()
    expect((await payer.buy(url)).status).toBe(200)
  })
})

describe('x402.sell', () => {
  it.each<[string, Parameters<Mock['x402']['sell']>[0], string]>([
    ['a path that leads out', { path: '../v1', price: '1' }, '`path` has to be'],
    ['an empty path', { path: '', price: '1' }, '`path` has to be'],
    ['a price of nothing', { path: 'a', price: '0' }, '`price` has to be more than nothing'],
    ['a price with a sign', { path: 'a', price: '$1' }, '`price` has to be an amount of USDC'],
    ['a price with an exponent', { path: 'a', price: '1e-3' }, 'as a decimal text, such as "0.01"'],
    ['a price of more than there can be', { path: 'a', price: `${2n ** 256n}` }, 'more than 2^256 - 1'],
    ['a media type with a line end', { path: 'a', price: '1', mimeType: 'text/plain\nx: y' }, '`mimeType` has to be'],
    ['a media type that is none', { path: 'a', price: '1', mimeType: 'text' }, '`mimeType` has to be'],
    ['a body that JSON has not', { path: 'a', price: '1', body: 10n }, '`body` has to be'],
    ['a function as the body', { path: 'a', price: '1', body: () => 'sky' }, '`body` has to be'],
    ['no path', { path: undefined as never, price: '1' }, '`path` has to be'],
    [
      'more seconds than a number counts',
      { path: 'a', price: '1', maxTimeoutSeconds: 1e300 },
      '`maxTimeoutSeconds` has to',
    ],
    ['a price of too many digits', { path: 'a', price: '0.0000001' }, 'more than 6 digits'],
    ['a payee that is no address', { path: 'a', price: '1', payTo: 'ada' }, '`payTo` has to be'],
    [
      'a payee with a wrong checksum',
      { path: 'a', price: '1', payTo: friend.replace('C5', 'c5') },
      '`payTo` has to be',
    ],
    ['a token without signed transfers', { path: 'a', price: '1', token: 'DAI', networkId: 1 }, 'no token DAI'],
    ['a network without the token', { path: 'a', price: '1', networkId: 31_337 }, 'network 31337 has no token USDC'],
    ['no time', { path: 'a', price: '1', maxTimeoutSeconds: 0 }, '`maxTimeoutSeconds` has to be'],
  ])('refuses %s', async (_, input, sentence) => {
    await expect(mock.x402.sell(input)).rejects.toThrow(sentence)
    expect(mock.x402.resources()).toHaveLength(1)
  })
})
