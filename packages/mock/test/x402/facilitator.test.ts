import { HTTPFacilitatorClient, x402ResourceServer } from '@x402/core/server'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme as PublishedFacilitator } from '@x402/evm/exact/facilitator'
import { ExactEvmScheme as SellerScheme } from '@x402/evm/exact/server'
import fc from 'fast-check'
import { createWalletClient, http, publicActions } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { baseSepolia } from 'viem/chains'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MockServer, startServer } from '../../src/hosts/server.ts'
import { friend, networkId, payerOf, usdc } from './payers.ts'

let server: MockServer
let account: ReturnType<typeof privateKeyToAccount>
let offer: PaymentRequirements
let payment: PaymentPayload
let url: string

beforeEach(async () => {
  server = await startServer({ seed: 'x402 facilitator' })
  const { mock } = server
  account = privateKeyToAccount(generatePrivateKey())
  await mock.chain.fund(account.address, { token: 'USDC', amount: '5' }, networkId)
  ;({ url } = await mock.x402.sell({ path: 'weather', price: '0.01', payTo: friend }))
  const payer = payerOf(mock, account)
  offer = (await payer.offerAt(url)).accepts[0] as PaymentRequirements
  payment = await payer.sign(url)
})
afterEach(() => server.close())

const held = (address: string) => server.mock.chain.balance(address, { token: 'USDC', networkId })

async function post(path: string, body: unknown) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const at = `${server.mock.x402.facilitatorUrl()}/${path}`
  const response = await fetch(at, { method: 'POST', body: text, headers: { 'content-type': 'application/json' } })
  return { status: response.status, body: await response.json() }
}

describe('a seller of an app, with the published packages', () => {
  async function openSeller() {
    const client = new HTTPFacilitatorClient({ url: server.mock.x402.facilitatorUrl() })
    const seller = new x402ResourceServer(client).register('eip155:*', new SellerScheme())
    await seller.initialize()
    return seller
  }

  it('offers, verifies and settles by this facilitator, in the token that it takes by default', async () => {
    const seller = await openSeller()
    const [terms] = await seller.buildPaymentRequirements({
      scheme: 'exact',
      payTo: friend,
      price: '$0.01',
      network: 'eip155:84532',
    })
    expect(terms).toMatchObject({ asset: usdc, amount: '10000', extra: { name: 'USDC', version: '2' } })
    const requirements = terms as PaymentRequirements
    const accepted = { ...payment, accepted: requirements }
    expect(await seller.verifyPayment(accepted, requirements)).toMatchObject({ isValid: true, payer: account.address })
    expect([held(friend), server.mock.x402.payments()]).toEqual(['0', []])
    const settled = await seller.settlePayment(accepted, requirements)
    expect(settled).toMatchObject({ success: true, network: 'eip155:84532', payer: account.address })
    expect(held(friend)).toBe('0.01')
    expect(server.mock.x402.payments()).toMatchObject([{ transactionHash: settled.transaction, payTo: friend }])
    expect(await seller.verifyPayment(accepted, requirements)).toMatchObject({
      isValid: false,
      invalidReason: 'invalid_exact_evm_nonce_already_used',
    })
    expect(await seller.settlePayment(accepted, requirements).catch((error: Error) => error)).toMatchObject({
      errorReason: 'invalid_exact_evm_nonce_already_used',
    })
    expect(held(friend)).toBe('0.01')
  })
})

describe('the facilitator', () => {
  it('supports the scheme exact on every network with USDC, and names the account that sends', async () => {
    const supported = await fetch(`${server.mock.x402.facilitatorUrl()}/supported`)
    const { kinds, signers, extensions } = await supported.json()
    expect(kinds).toContainEqual({ x402Version: 2, scheme: 'exact', network: 'eip155:84532' })
    const networks = new Set(kinds.map(({ network }: { network: string }) => network))
    expect([networks.has('eip155:1'), networks.has('eip155:56')]).toEqual([true, false])
    expect([Object.keys(signers), extensions]).toEqual([['eip155:*'], []])
    await post('settle', { paymentPayload: payment, paymentRequirements: offer })
    const [{ transactionHash = '' } = {}] = server.mock.x402.payments()
    const [sent] = server.mock.chain.transactions({ address: account.address, networkId })
    expect([sent?.hash, sent?.from]).toEqual([transactionHash, `eip155:${signers['eip155:*'][0].toLowerCase()}`])
  })

  /** The published facilitator over the JSON-RPC of the chain, which knows nothing of the mock. */
  async function published() {
    const key = privateKeyToAccount(generatePrivateKey())
    await server.mock.chain.fund(key.address, { ether: '1' }, networkId)
    const transport = http(server.mock.chain.rpcUrl(networkId))
    const client = createWalletClient({ account: key, chain: baseSepolia, transport }).extend(publicActions)
    return new PublishedFacilitator(toFacilitatorEvmSigner({ ...client, address: key.address } as never))
  }

  const authorization = () => payment.payload.authorization as Record<string, string>
  const withAuthorization = (fields: object): PaymentPayload => ({
    ...payment,
    payload: { ...payment.payload, authorization: { ...authorization(), ...fields } },
  })

  it.each<[string, boolean, () => Promise<readonly [PaymentPayload, PaymentRequirements]>]>([
    ['as it was signed', true, async () => [payment, offer]],
    ['of less than is asked for', false, async () => [payment, { ...offer, amount: '10001' }]],
    ['of more than is asked for', false, async () => [payment, { ...offer, amount: '9999' }]],
    ['to another payee', false, async () => [payment, { ...offer, payTo: usdc }]],
    ['with a changed amount', false, async () => [withAuthorization({ value: '1' }), { ...offer, amount: '1' }]],
    ['with a changed number', false, async () => [withAuthorization({ nonce: `0x${'11'.repeat(32)}` }), offer]],
    ['of another payer', false, async () => [withAuthorization({ from: friend }), offer]],
    ['that has expired', false, async () => [withAuthorization({ validBefore: '1700000000' }), offer]],
    [
      'with another name of the token',
      false,
      async () => [payment, { ...offer, extra: { name: 'USD Coin', version: '2' } }],
    ],
    [
      'with another version of the token',
      false,
      async () => [payment, { ...offer, extra: { name: 'USDC', version: '1' } }],
    ],
    ['without the domain of the token', false, async () => [payment, { ...offer, extra: {} }]],
    ['in a token without signed transfers', false, async () => [payment, { ...offer, asset: friend }]],
    ['for another network', false, async () => [payment, { ...offer, network: 'eip155:8453' }]],
    [
      'of more than the payer has',
      false,
      async () => {
        const poor = payerOf(server.mock, privateKeyToAccount(generatePrivateKey()))
        return [await poor.sign(url), offer]
      },
    ],
    [
      'a second time',
      false,
      async () => {
        await post('settle', { paymentPayload: payment, paymentRequirements: offer })
        return [payment, offer]
      },
    ],
  ])('judges a payment %s as the published facilitator does', async (_, isValid, prepare) => {
    const [paymentPayload, paymentRequirements] = await prepare()
    const before = held(friend)
    const theirs = await (await published()).verify(paymentPayload, paymentRequirements)
    const ours = (await post('verify', { x402Version: 2, paymentPayload, paymentRequirements })).body
    expect([theirs.isValid, ours.isValid]).toEqual([isValid, isValid])
    const { body } = await post('settle', { x402Version: 2, paymentPayload, paymentRequirements })
    expect([body.success, held(friend) === before]).toEqual([isValid, !isValid])
    if (!isValid) expect(body).toMatchObject({ transaction: '', errorReason: ours.invalidReason })
  })

  it('settles by the published facilitator as well, whose transaction the ledger takes', async () => {
    const settled = await (await published()).settle(payment, offer)
    expect([settled.success, held(friend)]).toEqual([true, '0.01'])
    expect(await post('verify', { paymentPayload: payment, paymentRequirements: offer })).toMatchObject({
      body: { isValid: false, invalidReason: 'invalid_exact_evm_nonce_already_used' },
    })
  })

  /** Codes about the form of a request. */
  const ofForm = new Set(['invalid_x402_version', 'invalid_payload', 'invalid_payment_requirements'])

  it.each<[string, string, () => unknown]>([
    ['no JSON', 'invalid_payment_requirements', () => '{'],
    ['nothing', 'invalid_payment_requirements', () => ({})],
    ['no payment', 'invalid_payload', () => ({ paymentRequirements: offer })],
    ['no requirements', 'invalid_payment_requirements', () => ({ paymentPayload: payment })],
    [
      'version 1',
      'invalid_x402_version',
      () => ({ paymentPayload: { ...payment, x402Version: 1 }, paymentRequirements: offer }),
    ],
    [
      'another scheme',
      'unsupported_scheme',
      () => ({ paymentPayload: payment, paymentRequirements: { ...offer, scheme: 'upto' } }),
    ],
    [
      'a network of another family',
      'invalid_network',
      () => {
        const terms = { ...offer, network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' as const }
        return { paymentPayload: { ...payment, accepted: terms }, paymentRequirements: terms }
      },
    ],
    [
      'a network that nobody has',
      'invalid_network',
      () => {
        const terms = { ...offer, network: 'eip155:999999' as const }
        return { paymentPayload: { ...payment, accepted: terms }, paymentRequirements: terms }
      },
    ],
  ])('refuses a request with %s, by its code', async (_, code, body) => {
    const status = ofForm.has(code) ? 400 : 200
    expect(await post('verify', body())).toMatchObject({ status, body: { isValid: false, invalidReason: code } })
    expect(await post('settle', body())).toMatchObject({ status, body: { success: false, errorReason: code } })
    expect([held(friend), server.mock.x402.payments()]).toEqual(['0', []])
  })

  it('answers whatever stands in the place of a field with a verdict, and pays nothing for it', async () => {
    const { mock } = server
    const places = ['scheme', 'network', 'amount', 'asset', 'payTo', 'maxTimeoutSeconds', 'extra']
    const fields = ['from', 'to', 'value', 'validAfter', 'validBefore', 'nonce']
    const place = fc.oneof(
      fc.constantFrom(...places).map((name) => ['paymentRequirements', name]),
      fc.constantFrom(...places).map((name) => ['paymentPayload', 'accepted', name]),
      fc.constantFrom(...fields).map((name) => ['paymentPayload', 'payload', 'authorization', name]),
      fc.constantFrom('signature', 'authorization').map((name) => ['paymentPayload', 'payload', name]),
      fc.constantFrom('x402Version', 'payload', 'accepted').map((name) => ['paymentPayload', name]),
    )
    const values = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('0x', '0x00', '-1', '1e9', 'eip155:0'))
    const url = mock.x402.facilitatorUrl()
    const property = fc.asyncProperty(place, values, async (path, value) => {
      const body = structuredClone({ paymentPayload: payment, paymentRequirements: offer }) as Record<string, unknown>
      const parent = path.slice(0, -1).reduce((at, name) => at[name] as Record<string, unknown>, body)
      parent[path.at(-1) ?? ''] = value
      const response = await mock.fetch(`${url}/verify`, { method: 'POST', body: JSON.stringify(body) })
      expect([200, 400]).toContain(response.status)
      expect((await response.json()).isValid).toBeTypeOf('boolean')
    })
    await fc.assert(property, { numRuns: 300, seed: 402 })
    expect([held(friend), mock.x402.payments()]).toEqual(['0', []])
  })

  it('has no other endpoints, and takes each by its method', async () => {
    const at = server.mock.x402.facilitatorUrl()
    const statuses = await Promise.all(
      [`${at}/verify`, `${at}/refund`, at, `${at}/verify/now`].map(async (each) => (await fetch(each)).status),
    )
    expect(statuses).toEqual([405, 404, 404, 404])
    expect((await post('supported', {})).status).toBe(405)
  })
})
