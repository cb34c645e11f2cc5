import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'
import { beforeEach, describe, expect, it } from 'vitest'
import { walletRequests } from '../../../../test/people/walletRequests.ts'
import type { TestMessage } from '../../../control/device/walletControl.ts'
import { createMock, type Mock } from '../../../mock/createMock.ts'

const now = '2026-01-15T09:30:00.000Z'
const origin = 'https://app.example.com'
const notHere = { status: 422, code: 'invalid_verification' }

let mock: Mock
beforeEach(() => {
  mock = createMock({ seed: 'test', now })
})

const { walletOf, environments, newNonce, verify, requestOf } = walletRequests(() => mock)

describe('the site of a message', () => {
  it('has the scheme of the request, in its URI, too', async () => {
    const wallet = await walletOf('EVM')
    for (const [uri, from] of [
      ['https://app.example.com', 'http://app.example.com'],
      ['http://app.example.com/login', 'https://app.example.com'],
      ['ftp://app.example.com', origin],
    ] as const) {
      expect(await verify(await requestOf(wallet, { uri }), { from }), uri).toMatchObject(notHere)
    }
    for (const [uri, from] of [
      ['http://app.example.com/login', 'http://app.example.com'],
      ['https://app.example.com/login', origin],
    ] as const) {
      expect((await verify(await requestOf(wallet, { uri }), { from })).status, uri).toBe(200)
    }
    expect(
      await verify(await requestOf(wallet, { scheme: 'https', uri: 'http://app.example.com' }), { from: null }),
    ).toMatchObject(notHere)
    for (const from of [null, origin])
      expect((await verify(await requestOf(wallet, { scheme: 'HTTPS' }), { from })).status).toBe(200)
  })

  it('is the site that wallets of Aptos report, with its scheme', async () => {
    const wallet = await walletOf('APTOS')
    const composed = async (application: string, inner: Partial<TestMessage> = {}) => {
      const nonce = await newNonce()
      return requestOf(wallet, {
        messageToSign: `APTOS\napplication: ${application}\nmessage: ${wallet.message({ nonce, ...inner })}\nnonce: ${nonce}`,
      })
    }
    expect((await verify(await composed(origin), { from: null })).status).toBe(200)
    expect(await verify(await composed('http://app.example.com'), { from: null })).toMatchObject(notHere)
    expect(
      await verify(await composed('http://app.example.com', { uri: 'http://app.example.com', scheme: 'https' }), {
        from: null,
      }),
    ).toMatchObject(notHere)
    expect(
      await verify(await composed(origin, { uri: 'https://app.example.com:99999' }), { from: null }),
    ).toMatchObject(notHere)
  })

  it('is compared letter by letter, regardless of ASCII case', async () => {
    const wallet = await walletOf('TON')
    const signedFor = async (domain: string) =>
      requestOf(wallet, {
        messageToSign: JSON.stringify({ domain, timestamp: Date.parse(now) / 1000, payload: await newNonce() }),
      })
    expect((await verify(await signedFor('KRAKEN.example.com'), { from: 'https://kraken.example.com' })).status).toBe(
      200,
    )
    for (const from of ['https://kraken.example.com', null]) {
      expect(await verify(await signedFor('\u212araken.example.com'), { from })).toMatchObject(notHere)
      expect(await verify(await signedFor('kraken.example.com '), { from })).toMatchObject(notHere)
    }
  })
})

describe('the network of a Bitcoin address', () => {
  /** The same account on another network, whose addresses are written with another prefix. */
  const onNetwork = (address: string, prefix: string) => {
    const coder = address.startsWith('bc1q') ? bech32 : bech32m
    return coder.encode(prefix, coder.decode(address as `bc1${string}`).words)
  }

  it.each(['p2wpkh', 'p2tr'])('is the one that the message names, for accounts of kind %s', async (kind) => {
    const wallet = await walletOf('BTC', kind)
    const [test, regtest] = [onNetwork(wallet.address, 'tb'), onNetwork(wallet.address, 'bcrt')]
    const at = async (address: string, chainId: string) =>
      (await verify(await requestOf(wallet, { address, publicWalletAddress: address, chainId }))).code ?? 'accepted'
    const names = ['mainnet', 'testnet', 'signet', 'regtest']
    const seen = async (address: string) => Promise.all(names.map((name) => at(address, name)))
    const no = notHere.code
    expect(await seen(wallet.address)).toEqual(['accepted', no, no, no])
    expect(await seen(test)).toEqual([no, 'accepted', 'accepted', no])
    expect(await seen(regtest)).toEqual([no, no, no, 'accepted'])
  })

  it('follows from its first byte in the older form, which the test networks share', async () => {
    const base58check = createBase58check(sha256)
    const wallet = await walletOf('BTC', 'p2pkh')
    const address = base58check.encode(base58check.decode(wallet.address).with(0, 0x6f))
    expect(address).toMatch(/^[mn]/)
    expect(
      await verify(await requestOf(wallet, { address, publicWalletAddress: address, chainId: 'mainnet' })),
    ).toMatchObject(notHere)
    expect(await verify(await requestOf(wallet, { chainId: 'testnet' }))).toMatchObject(notHere)
    for (const chainId of ['testnet', 'regtest'])
      expect((await verify(await requestOf(wallet, { address, publicWalletAddress: address, chainId }))).status).toBe(
        200,
      )
  })
})

describe('a text that is not well-formed', () => {
  it('is refused, since another text encodes to the same bytes', async () => {
    const wallet = await walletOf('APTOS')
    const composed = (nonce: string, sign: string) =>
      `APTOS\naddress: ${wallet.address}\napplication: ${origin}\nchainId: 1\nmessage: ${sign}\nnonce: ${nonce}`
    const nonce = await newNonce()
    const signedMessage = await wallet.sign(composed(nonce, '\ufffd'))
    expect(await wallet.sign(composed(nonce, '\ud800'))).toBe(signedMessage)
    for (const half of ['\ud800', '\udc00', '\udc00\ud800'])
      expect(
        await verify(await requestOf(wallet, { messageToSign: composed(nonce, half), signedMessage })),
        half,
      ).toMatchObject(notHere)
    expect(
      (await verify(await requestOf(wallet, { messageToSign: composed(nonce, '\ufffd'), signedMessage }))).status,
    ).toBe(200)
    expect((await verify(await requestOf(wallet, { messageToSign: composed(await newNonce(), '🔑') }))).status).toBe(
      200,
    )
  })
})

describe('the spellings of a Spark account', () => {
  it('sign in as one user, and match a list that has one of them', async () => {
    const wallet = await walletOf('SPARK')
    const { words } = bech32m.decode(wallet.address as `spark1${string}`)
    const forms = [
      wallet.address,
      wallet.address.toUpperCase(),
      bech32m.encode('sp', words),
      bech32m.encode('sprt', words),
      wallet.publicKey,
      wallet.publicKey.toUpperCase(),
    ]
    const as = async (address: string) => verify(await requestOf(wallet, { address, publicWalletAddress: address }))
    const users: (string | undefined)[] = []
    for (const form of forms) users.push((await as(form)).user?.id)
    expect(users).toEqual(forms.map(() => users[0]))
    expect(users[0]).toBeDefined()
    const { id } = await mock.create.allowlist({ outcome: 'block' })
    await mock.create.allowlistEntry(id, { walletPublicKey: wallet.address })
    for (const form of forms) expect((await as(form)).status, form).toBe(403)
  })

  it('are all sanctioned when one of them is', async () => {
    const wallet = await walletOf('SPARK')
    await mock.chain.sanction(wallet.publicKey, 'SPARK')
    const { id, token } = environments().sandbox
    const url = `${mock.baseUrl}/api/v0/environments/${id}/integrations/screening/sanctions/enable`
    expect(
      (await mock.fetch(url, { method: 'PUT', headers: { authorization: `Bearer ${token}` } })).status,
    ).toBeLessThan(300)
    expect(await verify(await requestOf(wallet))).toMatchObject({ status: 403, error: { code: 'screening_blocked' } })
  })
})
