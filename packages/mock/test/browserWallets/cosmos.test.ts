import {
  makeSignDoc as makeAminoDoc,
  type OfflineAminoSigner,
  serializeSignDoc,
  type StdSignature,
} from '@cosmjs/amino'
import { makeSignBytes, makeSignDoc, type OfflineDirectSigner } from '@cosmjs/proto-signing'
import { type MsgSendEncodeObject, SigningStargateClient } from '@cosmjs/stargate'
import { readBase64, utf8 } from '@latchkey/base/bytes'
import { isCompactSignature } from '@latchkey/crypto/chains/secp256k1'
import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { failureOf, type InjectedPage, openPage } from './injectedPage.ts'

interface Key {
  readonly bech32Address: string
  readonly algo: string
  readonly pubKey: Uint8Array
  readonly address: Uint8Array
}

/** The functions of Keplr's object that the tests call. */
interface Keplr {
  readonly mode: string
  enable(chainIds: string | readonly string[]): Promise<void>
  disable(chainIds?: string | readonly string[]): Promise<void>
  getKey(chainId: string): Promise<Key>
  getKeysSettled(chainIds: readonly string[]): Promise<readonly { status: string; value?: Key; reason?: object }[]>
  signArbitrary(chainId: string, signer: string, data: string | Uint8Array): Promise<StdSignature>
  verifyArbitrary(chainId: string, signer: string, data: string, signature: StdSignature): Promise<boolean>
  signAmino(chainId: string, signer: string, document: unknown): Promise<{ readonly signature: StdSignature }>
  signDirect(chainId: string, signer: string, document: unknown): Promise<{ readonly signature: StdSignature }>
  experimentalSuggestChain(info: object): Promise<void>
  sendTx(chainId: string, transaction: Uint8Array, mode: string): Promise<Uint8Array>
  getOfflineSigner(chainId: string, options?: object): OfflineAminoSigner & OfflineDirectSigner
}

interface KeplrWindow {
  readonly keplr: Keplr
  readonly leap: Keplr
  readonly getOfflineSigner: Keplr['getOfflineSigner']
  readonly getOfflineSignerOnlyAmino: (chainId: string) => OfflineAminoSigner
  readonly getOfflineSignerAuto: (chainId: string) => Promise<OfflineDirectSigner>
}

const host = createHost()
const hub = 'cosmoshub-4'
const fee = { amount: [{ denom: 'uatom', amount: '2500' }], gas: '100000' }
type Options = Parameters<typeof host.mock.wallets.browser<'COSMOS'>>[0]

async function setUp(options: Partial<Options> = {}) {
  const wallet = await host.mock.wallets.browser({ ...options, chain: 'COSMOS' })
  const page = openPage<KeplrWindow>()
  const uninstall = wallet.install(page)
  return { wallet, uninstall, page: page as Required<InjectedPage<KeplrWindow>>, keplr: page.keplr as Keplr }
}

async function connected(options: Partial<Options> = {}) {
  const parts = await setUp(options)
  await parts.keplr.enable(hub)
  const key = await parts.keplr.getKey(hub)
  return { ...parts, key, address: key.bech32Address }
}

const payment = (fromAddress: string): MsgSendEncodeObject => ({
  typeUrl: '/cosmos.bank.v1beta1.MsgSend',
  value: { fromAddress, toAddress: fromAddress, amount: [{ denom: 'uatom', amount: '5' }] },
})

/** Signs a payment as an app does that broadcasts by a node of its own. */
async function signPayment(signer: OfflineAminoSigner | OfflineDirectSigner, memo: string) {
  const [account] = await signer.getAccounts()
  if (!account) return expect.fail('The signer has no account.')
  const client = await SigningStargateClient.offline(signer)
  const facts = { accountNumber: 7n, sequence: 3, chainId: hub }
  const signed = await client.sign(account.address, [payment(account.address)], fee, memo, facts)
  return { account, ...signed, signature: signed.signatures[0] ?? new Uint8Array() }
}

describe('a browser wallet of Cosmos with CosmJS', () => {
  it('signs a payment directly, of which the person reads each message', async () => {
    const { wallet, page } = await connected()
    const { account, bodyBytes, authInfoBytes, signature } = await signPayment(page.getOfflineSigner(hub), 'rent')
    const signBytes = makeSignBytes(makeSignDoc(bodyBytes, authInfoBytes, hub, 7))
    expect(isCompactSignature(signature, sha256(signBytes), account.pubkey)).toBe(true)
    const { value } = payment(account.address)
    expect(wallet.requests.at(-1)).toMatchObject({
      kind: 'transaction',
      account: account.address,
      chain: hub,
      actions: [{ name: '/cosmos.bank.v1beta1.MsgSend', fields: value }],
      terms: { memo: 'rent', fee },
    })
  })

  it.each([
    ['getOfflineSignerOnlyAmino', (page: KeplrWindow) => page.getOfflineSignerOnlyAmino(hub)],
    // Options come before what the functions of the signer get.
    [
      'getOfflineSigner with options',
      (page: KeplrWindow) => {
        const { getAccounts, signAmino } = page.keplr.getOfflineSigner(hub, { preferNoSetFee: true })
        return { getAccounts, signAmino }
      },
    ],
  ])('signs a payment in amino by %s, with the characters that amino escapes', async (_, signerOf) => {
    const { wallet, page } = await connected()
    const memo = 'a < b & c > d'
    const { account, signature } = await signPayment(signerOf(page), memo)
    const message = { type: 'cosmos-sdk/MsgSend', value: { ...amino(payment(account.address)) } }
    const document = makeAminoDoc([message], fee, hub, memo, 7, 3)
    expect(isCompactSignature(signature, sha256(serializeSignDoc(document)), account.pubkey)).toBe(true)
    expect(wallet.requests.at(-1)).toMatchObject({
      kind: 'transaction',
      actions: [{ name: message.type, fields: message.value }],
      terms: { memo, fee },
    })
  })

  it('signs by the signer that it selects, which is a direct one', async () => {
    const { page, address } = await connected()
    const signer = await page.getOfflineSignerAuto(hub)
    expect(await signer.getAccounts()).toMatchObject([{ address, algo: 'secp256k1' }])
    expect(signer.signDirect).toBeTypeOf('function')
  })

  it('tells CosmJS that the person refuses, in the words of Keplr', async () => {
    const { wallet, page } = await connected()
    wallet.refuseNext()
    const failure = await failureOf(signPayment(page.getOfflineSigner(hub), ''))
    expect(failure).toMatchObject({ message: 'Request rejected' })
    expect(failure).not.toHaveProperty('code')
  })
})

const amino = ({ value: { fromAddress, toAddress, amount } }: MsgSendEncodeObject) => ({
  amount,
  from_address: fromAddress,
  to_address: toAddress,
})

describe('window.keplr', () => {
  it('shows the key of the account, with the prefix of each chain, to a page that the person has let in', async () => {
    const { wallet, keplr, page } = await setUp({ name: 'Keplr' })
    expect(keplr.mode).toBe('extension')
    const [onHub, onOsmosis] = await Promise.all([keplr.getKey(hub), keplr.getKey('osmosis-1')])
    expect(onHub).toMatchObject({ name: 'Keplr', algo: 'secp256k1', bech32Address: wallet.accounts[0] })
    expect(onOsmosis.bech32Address).toMatch(/^osmo1/)
    expect([onHub.pubKey.length, onHub.address.length]).toEqual([33, 20])
    expect(onOsmosis.pubKey).toEqual(onHub.pubKey)
    expect(wallet.requests.map(({ kind, method, params }) => [kind, method, params])).toEqual([
      ['connect', 'getKey', [hub]],
      ['connect', 'getKey', ['osmosis-1']],
    ])
    expect(page.keplr).toBe(keplr)
  })

  it('asks once for several chains, and again for those that the page has given back', async () => {
    const { wallet, keplr } = await setUp()
    await keplr.enable([hub, 'osmosis-1'])
    await keplr.getKey('osmosis-1')
    await keplr.disable('osmosis-1')
    await keplr.getKey(hub)
    expect(wallet.requests).toHaveLength(1)
    await keplr.getKey('osmosis-1')
    expect(wallet.requests).toHaveLength(2)
    await keplr.disable()
    expect(wallet.connections).toEqual([])
  })

  it('tells the page of another account, and of nothing else', async () => {
    const { wallet, page, keplr } = await setUp({ accounts: 2 })
    const heard: string[] = []
    page.addEventListener('keplr_keystorechange', ({ type }) => void heard.push(type))
    await keplr.enable(hub)
    expect(heard).toEqual([])
    const [, second = ''] = wallet.accounts
    wallet.switchAccount(second)
    expect(heard).toEqual(['keplr_keystorechange'])
    expect((await keplr.getKey(hub)).bech32Address).toBe(second)
    wallet.disconnect()
    expect(heard).toHaveLength(1)
  })

  it('signs text and bytes by ADR-36, and verifies its own signatures', async () => {
    const { wallet, keplr, key, address } = await connected()
    const signature = await keplr.signArbitrary(hub, address, 'hello 🔑')
    expect(await keplr.signArbitrary(hub, address, utf8('hello 🔑'))).toEqual(signature)
    expect(wallet.requests.at(-1)).toMatchObject({ kind: 'message', text: 'hello 🔑', chain: hub })
    const data = Buffer.from('hello 🔑').toString('base64')
    const message = { type: 'sign/MsgSignData', value: { signer: address, data } }
    const document = makeAminoDoc([message], { amount: [], gas: '0' }, '', '', 0, 0)
    const bytes = readBase64(signature.signature) ?? new Uint8Array()
    expect(isCompactSignature(bytes, sha256(serializeSignDoc(document)), key.pubKey)).toBe(true)
    // The same document, by the function for transactions.
    expect((await keplr.signAmino(hub, address, document)).signature).toEqual(signature)
    expect(await keplr.verifyArbitrary(hub, address, 'hello 🔑', signature)).toBe(true)
    expect(await keplr.verifyArbitrary(hub, address, 'hello', signature)).toBe(false)
  })

  it('signs a message of 1 MB', async () => {
    const { wallet, keplr, address } = await connected()
    const message = 'a'.repeat(1_000_000)
    const signature = await keplr.signArbitrary(hub, address, message)
    expect(await keplr.verifyArbitrary(hub, address, message, signature)).toBe(true)
    expect(wallet.requests.at(-1)?.text).toBe(message)
  })

  it('gets another chain once the person agrees', async () => {
    const { wallet, keplr } = await setUp()
    const info = { chainId: 'local-1', bech32Config: { bech32PrefixAccAddr: 'local' } }
    const missing = 'There is no modular chain info for local-1'
    wallet.refuseNext()
    expect(await failureOf(keplr.experimentalSuggestChain(info))).toMatchObject({ message: 'Request rejected' })
    expect(await failureOf(keplr.enable('local-1'))).toMatchObject({ message: missing })
    await keplr.experimentalSuggestChain(info)
    await keplr.experimentalSuggestChain(info)
    expect((await keplr.getKey('local-1')).bech32Address).toMatch(/^local1/)
    expect(wallet.requests.map(({ kind, chain }) => [kind, chain])).toEqual([
      ['chain', 'local-1'],
      ['chain', 'local-1'],
      ['connect', undefined],
    ])
  })

  it('waits for a locked wallet, and gives no key to a page that the person keeps out', async () => {
    const { wallet, keplr } = await setUp()
    wallet.refuseNext()
    expect(await failureOf(keplr.getKey(hub))).toMatchObject({ message: 'Request rejected' })
    expect(wallet.connections).toEqual([])
    wallet.lock()
    const waiting = keplr.getKey(hub)
    await wallet.nextRequest()
    wallet.unlock()
    expect((await waiting).bech32Address).toBe(wallet.accounts[0])
  })

  it('has no node, to which it could send', async () => {
    const { keplr } = await connected()
    const failure = await failureOf(keplr.sendTx(hub, Uint8Array.of(1), 'sync'))
    expect(failure).toMatchObject({ message: `The wallet reaches no node of ${hub}.` })
  })

  it('stands at another property for a wallet like Keplr, with an event of its own', async () => {
    const { wallet, page } = await setUp({ windowKey: 'leap', accounts: 2 })
    expect([page.keplr, page.getOfflineSigner]).toEqual([undefined, undefined])
    const heard: string[] = []
    page.addEventListener('leap_keystorechange', ({ type }) => void heard.push(type))
    await page.leap.enable(hub)
    wallet.switchAccount(wallet.accounts[1] ?? '')
    expect(heard).toEqual(['leap_keystorechange'])
  })

  it('is gone after the page is closed, and gives back what stood there before', async () => {
    const wallet = await host.mock.wallets.browser({ chain: 'COSMOS' })
    const page = openPage<KeplrWindow>()
    Object.defineProperty(page, 'keplr', { value: 'another wallet', configurable: true, writable: true })
    const uninstall = wallet.install(page)
    const { keplr } = page
    uninstall()
    expect([page.keplr, page.getOfflineSigner]).toEqual(['another wallet', undefined])
    expect(await failureOf(keplr?.enable(hub) ?? Promise.resolve())).toMatchObject({ message: 'The page is closed.' })
  })
})

describe('what window.keplr refuses, and asks nobody', () => {
  const document = makeAminoDoc([], fee, hub, '', 7, 3)
  const direct = { bodyBytes: new Uint8Array(), authInfoBytes: new Uint8Array(), chainId: hub, accountNumber: 7n }
  const foreign = 'cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh'
  const mismatched = 'Chain id in the message is not matched with the requested chain id'
  type Call = (keplr: Keplr, address: string) => Promise<unknown>
  const calls: readonly (readonly [string, Call, string])[] = [
    ['a chain that it does not have', (keplr) => keplr.getKey('other-1'), 'There is no modular chain info for other-1'],
    ['no chain', (keplr) => keplr.enable([]), 'The chain id is missing.'],
    ['a chain that is not a text', (keplr) => keplr.getKey(5 as never), '"chainId" is not a text.'],
    ['a message of a foreign account', (keplr) => keplr.signArbitrary(hub, foreign, 'hello'), 'Signer mismatched'],
    [
      'data that are neither text nor bytes',
      (keplr, own) => keplr.signArbitrary(hub, own, 5 as never),
      '"data" is not a Uint8Array.',
    ],
    ['a transaction of a foreign account', (keplr) => keplr.signAmino(hub, foreign, document), 'Signer mismatched'],
    ['a transaction for another chain', (keplr, own) => keplr.signAmino('osmosis-1', own, document), mismatched],
    ['a direct one for another chain', (keplr, own) => keplr.signDirect('osmosis-1', own, direct), mismatched],
    [
      'a document that is no transaction',
      (keplr, own) => keplr.signAmino(hub, own, {}),
      'The sign doc is not a transaction in amino.',
    ],
    [
      'bytes that are no transaction',
      (keplr, own) => keplr.signDirect(hub, own, { ...direct, bodyBytes: Uint8Array.of(0x0a, 9) }),
      'The sign doc is not a transaction in protobuf.',
    ],
    [
      'an account number that is none',
      (keplr, own) => keplr.signDirect(hub, own, { ...direct, accountNumber: 'seven' }),
      '"accountNumber" is not a number of 64 bits.',
    ],
    [
      'data of ADR-36 for another signer',
      (keplr, own) =>
        keplr.signAmino(hub, own, {
          ...document,
          msgs: [{ type: 'sign/MsgSignData', value: { signer: foreign, data: '' } }],
        }),
      'Unmatched signer in sign doc',
    ],
    [
      'a chain without a prefix',
      (keplr) => keplr.experimentalSuggestChain({ chainId: 'local-1' }),
      'The chain info needs a "chainId" and a "bech32Config" with a prefix of addresses.',
    ],
  ]

  it.each(calls)('is %s', async (_, call, message) => {
    const { wallet, keplr, address } = await connected()
    expect(await failureOf(call(keplr, address))).toMatchObject({ message })
    expect(wallet.requests.map(({ kind }) => kind)).toEqual(['connect'])
  })

  it('is a signature of the key of somebody else', async () => {
    const { keplr, address } = await connected()
    const signature = { pub_key: { type: 'tendermint/PubKeySecp256k1', value: 'AA==' }, signature: 'AA==' }
    const failure = await failureOf(keplr.verifyArbitrary(hub, address, 'hello', signature))
    expect(failure).toMatchObject({ message: 'Pub key unmatched' })
  })

  it('is an argument that JSON cannot hold', async () => {
    const { keplr, address } = await connected()
    const circle: { self?: object } = {}
    circle.self = circle
    expect(await failureOf(keplr.signAmino(hub, address, circle))).toMatchObject({
      message: 'The arguments are not JSON.',
    })
  })

  it('is a method that the object does not have', async () => {
    const { wallet } = await setUp()
    const page = wallet.openPage({ origin: 'https://app.example.com', emit: () => {} })
    expect(await page.send({ method: 'constructor', params: [] })).toMatchObject({ error: { code: -32_601 } })
  })

  it('is a list of chains with one that the mock does not know', async () => {
    const creating = host.mock.wallets.browser({ chain: 'COSMOS', chains: ['other-1'] })
    await expect(creating).rejects.toThrow('"chains" are some of cosmoshub-4')
  })
})
