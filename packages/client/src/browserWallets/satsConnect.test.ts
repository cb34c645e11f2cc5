import { expect, it } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { createSessionWorld } from '../session/test/sessionWorld.ts'
import { signInWithWallet } from '../session/wallet.ts'
import { fromSatsConnect, type SatsConnectProvider } from './satsConnect.ts'
import { describeSource, followed, type Signing, type TestWallet } from './test/describeSource.ts'

const site = { domain: 'app.example.com' }
type Change = Parameters<NonNullable<SatsConnectProvider['addListener']>>[0]['cb']

/**
 * A provider as `@sats-connect/core` types it: each reply is a message of JSON-RPC, also a refusal, and signatures are
 * base64 without the prefix of BIP-322.
 */
function createProvider(wallet: TestWallet, signing: Signing, purpose = 'payment') {
  const protocols: unknown[] = []
  const listeners = new Set<Change>()
  const account = { address: wallet.address, publicKey: wallet.publicKey, purpose, walletType: 'software' }
  const sign = ({ address = wallet.address, message, protocol }: Record<string, string | undefined>) =>
    signing(async () => {
      if (address !== wallet.address) return { error: { code: -32602, message: 'Invalid parameters' } }
      protocols.push(protocol)
      return { result: { signature: (await wallet.sign(message ?? '')).replace('smp', ''), address, messageHash: '' } }
    })
  const methods: Record<string, (params: never) => unknown> = {
    getAccounts: ({ purposes }: { purposes: string[] }) => ({ result: purposes.includes(purpose) ? [account] : [] }),
    signMessage: sign,
    spark_signMessage: async (params: { message: string }) => {
      const reply = await sign(params)
      return reply
    },
  }
  const provider: SatsConnectProvider = {
    async request(method, params) {
      const error = { code: -32601, message: 'Method not found' }
      return { jsonrpc: '2.0', id: '1', ...((await methods[method]?.(params as never)) ?? { error }) }
    },
    addListener({ cb }) {
      listeners.add(cb)
      return () => listeners.delete(cb)
    },
  }
  return {
    provider,
    methods,
    protocols,
    account,
    tell: (event: Parameters<Change>[0]) => listeners.forEach((each) => each(event)),
  }
}

const refusal = { code: -32000, message: 'User rejected request to sign a message' }
/** A refusal is the error of a reply, and nothing is thrown. */
const asReply =
  (signing: Signing): Signing =>
  (reply) =>
    signing(reply).catch((error) => ({ error }) as never)
const malformed = [{}, { result: null }, { result: {} }, { result: { signature: '' } }]
const kinds = { p2wpkh: 'payment', p2tr: 'ordinals', p2pkh: 'payment' } as const

for (const [kind, purpose] of Object.entries(kinds))
  describeSource(`a provider of sats-connect with an address of ${kind}`, {
    chain: 'btc',
    kind,
    create: (wallet, signing) =>
      fromSatsConnect(createProvider(wallet, asReply(signing), purpose).provider, { purpose }),
    refusal,
    malformed,
  })

describeSource('a provider of sats-connect with an account of Spark', {
  chain: 'spark',
  create: (wallet, signing) =>
    fromSatsConnect(createProvider(wallet, asReply(signing), 'spark').provider, { chain: 'SPARK' }),
  refusal,
  malformed,
})

it('a provider of sats-connect signs by BIP-322, and with ECDSA for an address of the oldest kind', async () => {
  const world = await createSessionWorld()
  const protocols: unknown[] = []
  for (const kind of ['p2wpkh', 'p2pkh']) {
    const provider = createProvider(await world.mock.wallets.btc({ kind }), (reply) => reply())
    await signInWithWallet(world.open(), { ...site, wallet: fromSatsConnect(provider.provider) })
    protocols.push(...provider.protocols)
  }
  expect(protocols).toEqual(['BIP322', 'ECDSA'])
})

it.each([
  [-32001, 'not_supported'],
  [-32002, 'locked'],
  [-32601, 'not_supported'],
  [-32603, 'wallet_failed'],
])('the code %i of sats-connect is %s, with the error as the cause', async (code, reason) => {
  const world = await createSessionWorld()
  const error = { code, message: 'It failed.' }
  const provider: SatsConnectProvider = { request: async () => ({ jsonrpc: '2.0', id: '1', error }) }
  const signingIn = signInWithWallet(world.open(), { ...site, wallet: fromSatsConnect(provider) })
  expect(await rejection(signingIn)).toMatchObject({ name: 'SignInError', reason, cause: error })
})

it('a provider of sats-connect tells which address of the kind is selected, and that there is none', async () => {
  const world = await createSessionWorld()
  const { provider, account, tell } = createProvider(await world.mock.wallets.btc(), (reply) => reply())
  const ordinals = { address: 'bc1p', purpose: 'ordinals' }
  expect(followed(fromSatsConnect(provider), () => tell({ addresses: [ordinals, account] }))).toEqual([
    [account.address],
  ])
  expect(followed(fromSatsConnect(provider), () => tell({}))).toEqual([[undefined]])
})
