import { expect, it, vi } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { createSessionWorld } from '../session/test/sessionWorld.ts'
import { signInWithWallet } from '../session/wallet.ts'
import { type Signing, describeSource, followed, type TestWallet } from './test/describeSource.ts'
import { fromTonConnect, type TonConnectBridge } from './tonConnect.ts'

const site = { domain: 'app.example.com' }
const manifestUrl = 'https://app.example.com/tonconnect-manifest.json'

/** A bridge as `@tonconnect/protocol` types its events. The wallet takes the domain from the manifest, and the time itself. */
function createBridge(wallet: TestWallet, signing: Signing, now: () => number) {
  const listeners = new Set<(event: { event?: string }) => void>()
  const connect = vi.fn(async (_: number, { items }: Parameters<TonConnectBridge['connect']>[1]) => {
    const payload = items.flatMap((item) => (item.name === 'ton_proof' ? item.payload : [])).join('')
    return {
      event: 'connect',
      id: 1,
      payload: { device: { appName: 'Tonkeeper' }, items: await signing(() => replies(payload)) },
    }
  })
  async function replies(payload: string) {
    const timestamp = Math.floor(now() / 1000)
    const value = new URL(manifestUrl).host
    const message = JSON.stringify({ domain: value, timestamp, payload })
    const signed = JSON.parse(await wallet.sign(message)) as Record<'signature' | 'state_init' | 'public_key', string>
    return [
      {
        name: 'ton_proof',
        proof: { timestamp, domain: { lengthBytes: value.length, value }, payload, signature: signed.signature },
      },
      {
        name: 'ton_addr',
        address: wallet.address,
        network: '-239',
        walletStateInit: signed.state_init,
        publicKey: signed.public_key,
      },
    ]
  }
  const bridge: TonConnectBridge = {
    // A refusal is an event as well.
    connect: (version, request) =>
      connect(version, request).catch((payload) => ({ event: 'connect_error', id: 1, payload })),
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return { bridge, connect, tell: (event: string) => listeners.forEach((listener) => listener({ event })) }
}

const honest: Signing = (reply) => reply()
const sourceOf = (wallet: TestWallet, signing: Signing) =>
  fromTonConnect(createBridge(wallet, signing, () => Date.now()).bridge, { manifestUrl })
const proof = { timestamp: 1, domain: { value: 'app.example.com' }, payload: 'x', signature: 'AAAA' }

describeSource('a bridge of TON Connect', {
  chain: 'ton',
  create: sourceOf,
  refusal: { code: 300, message: '' },
  malformed: [
    [{ name: 'ton_proof', proof }],
    [
      { name: 'ton_addr', address: '0:00', network: '-239' },
      { name: 'ton_proof', proof: { ...proof, signature: undefined } },
    ],
  ],
})

it('a bridge of TON Connect gets the nonce in its request, before the address is known', async () => {
  const world = await createSessionWorld()
  const { bridge, connect } = createBridge(await world.mock.wallets.ton(), honest, () => Date.now())
  await signInWithWallet(world.open(), { ...site, wallet: fromTonConnect(bridge, { manifestUrl }) })
  const proving = { name: 'ton_proof', payload: expect.stringMatching(/^\w{8,}$/) }
  expect(connect.mock.calls).toEqual([[2, { manifestUrl, items: [{ name: 'ton_addr' }, proving] }]])
})

it.each([-3, '-3'])('a bridge of TON Connect fails as wrong_chain on another network than %s', async (chainId) => {
  const world = await createSessionWorld()
  const wallet = sourceOf(await world.mock.wallets.ton(), honest)
  const error = await rejection(signInWithWallet(world.open(), { ...site, chainId, wallet }))
  expect(error).toMatchObject({ name: 'SignInError', reason: 'wrong_chain' })
  const session = world.open()
  await signInWithWallet(session, { ...site, chainId: -239, wallet })
  expect(session.state).toBe('signedIn')
})

it('a bridge of TON Connect fails as not_supported when its wallet proves nothing', async () => {
  const world = await createSessionWorld()
  const reply = [{ name: 'ton_addr' }, { name: 'ton_proof', error: { code: 400 } }]
  const wallet = sourceOf(await world.mock.wallets.ton(), async () => reply as never)
  const error = await rejection(signInWithWallet(world.open(), { ...site, wallet }))
  expect(error).toMatchObject({ name: 'SignInError', reason: 'not_supported' })
})

it('a bridge of TON Connect fails as wallet_failed when the manifest cannot be read', async () => {
  const world = await createSessionWorld()
  const cause = { code: 2, message: 'Manifest not found' }
  const wallet = sourceOf(await world.mock.wallets.ton(), () => Promise.reject(cause))
  const error = await rejection(signInWithWallet(world.open(), { ...site, wallet }))
  expect(error).toMatchObject({ name: 'SignInError', reason: 'wallet_failed', cause })
})

it('a bridge of TON Connect tells that the person has disconnected it', async () => {
  const world = await createSessionWorld()
  const { bridge, tell } = createBridge(await world.mock.wallets.ton(), honest, () => Date.now())
  const change = () => ['connect', 'disconnect'].forEach(tell)
  expect(followed(fromTonConnect(bridge, { manifestUrl }), change)).toEqual([[undefined]])
})
