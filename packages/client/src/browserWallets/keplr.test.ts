import { expect, it, vi } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { createSessionWorld } from '../session/test/sessionWorld.ts'
import { signInWithWallet } from '../session/wallet.ts'
import { fromKeplr, type KeplrWallet } from './keplr.ts'
import { describeSource, followed, type Signing, type TestWallet } from './test/describeSource.ts'

const site = { domain: 'app.example.com' }

/** An object as `@keplr-wallet/types` types it, for one network. Its key has more members than are needed. */
function createKeplr(wallet: TestWallet, signing: Signing, network = 'cosmoshub-4'): KeplrWallet {
  const assertNetwork = (chainId: string) => {
    if (chainId !== network) throw new Error(`There is no chain info for ${chainId}`)
  }
  return {
    async getKey(chainId) {
      assertNetwork(chainId)
      return { name: 'Ada', algo: 'secp256k1', bech32Address: wallet.address, isNanoLedger: false }
    },
    signArbitrary: (chainId, signer, data) =>
      signing(async () => {
        assertNetwork(chainId)
        if (signer !== wallet.address) throw new Error('Signer mismatched')
        return { ...(JSON.parse(await wallet.sign(data)) as { pub_key: object; signature: string }), extra: true }
      }),
  }
}

describeSource('an object like window.keplr', {
  chain: 'cosmos',
  create: (wallet, signing) => fromKeplr(createKeplr(wallet, signing)),
  refusal: new Error('Request rejected'),
  malformed: [{}, { pub_key: {}, signature: '' }],
})

it('window.keplr signs for the network that the app asks for', async () => {
  const world = await createSessionWorld()
  const wallet = await world.mock.wallets.cosmos()
  const session = world.open()
  const keplr = createKeplr(wallet, (reply) => reply(), 'osmosis-1')
  await signInWithWallet(session, { ...site, chainId: 'osmosis-1', wallet: fromKeplr(keplr) })
  expect(session.user?.verifiedCredentials).toMatchObject([{ address: wallet.address }])
  const error = await rejection(signInWithWallet(world.open(), { ...site, wallet: fromKeplr(keplr) }))
  expect(error).toMatchObject({ name: 'SignInError', reason: 'wrong_chain' })
})

it('window.keplr tells the account after the event of the page, and that it shares none any more', async () => {
  const world = await createSessionWorld()
  const wallet = await world.mock.wallets.cosmos()
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  const leap = createKeplr(wallet, (reply) => reply())
  const source = fromKeplr(leap, { changeEvent: 'leap_keystorechange' })
  const calls = followed(source, () => page.dispatchEvent(new Event('leap_keystorechange')))
  await vi.waitFor(() => expect(calls).toEqual([[wallet.address]]))
  leap.getKey = () => Promise.reject(new Error('Request rejected'))
  const later = followed(source, () => page.dispatchEvent(new Event('leap_keystorechange')))
  await vi.waitFor(() => expect(later).toEqual([[undefined]]))
  vi.unstubAllGlobals()
})
