import { afterEach, expect, it, vi } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { createSessionWorld } from '../session/test/sessionWorld.ts'
import { signInWithWallet } from '../session/wallet.ts'
import { describeSource, followed, type Signing, type TestWallet } from './test/describeSource.ts'
import { fromTronLink, type TronLink } from './tron.ts'

const site = { domain: 'app.example.com' }
const honest: Signing = (reply) => reply()

afterEach(() => {
  vi.unstubAllGlobals()
})

/** An object as TronLink injects it. It has no `tronWeb` before the person has connected the site. */
function createTronLink(wallet: TestWallet, signing: Signing, reply: unknown = { code: 200 }): TronLink {
  let isConnected = false
  const tronWeb = {
    defaultAddress: { base58: wallet.address },
    trx: { signMessageV2: (message: string) => signing(() => wallet.sign(message)) },
  }
  return {
    async request({ method }) {
      isConnected = method === 'tron_requestAccounts' && (reply as { code?: number }).code === 200
      return reply
    },
    get tronWeb() {
      return isConnected && tronWeb
    },
  }
}

describeSource('an object like window.tronLink', {
  chain: 'tron',
  create: (wallet, signing) => fromTronLink(createTronLink(wallet, signing)),
  refusal: 'Confirmation declined by user',
  malformed: [undefined, ''],
})

// It throws for none of these. While it is locked, the reply is empty.
it.each([
  ['cancelled', { code: 4001, message: 'User rejected the request.' }],
  ['request_pending', { code: 4000, message: 'Authorization requests are being processed.' }],
  ['locked', ''],
])('window.tronLink fails as %s when it replies %j to the site', async (reason, reply) => {
  const world = await createSessionWorld()
  const wallet = fromTronLink(createTronLink(await world.mock.wallets.tron(), honest, reply))
  const error = await rejection(signInWithWallet(world.open(), { ...site, wallet }))
  expect(error).toMatchObject({ name: 'SignInError', reason, cause: reply })
})

it('window.tronLink fails as locked when it has no address yet', async () => {
  const world = await createSessionWorld()
  const tronLink = createTronLink({ ...(await world.mock.wallets.tron()), address: '' }, honest)
  const signingIn = signInWithWallet(world.open(), { ...site, wallet: fromTronLink(tronLink) })
  expect(await rejection(signingIn)).toMatchObject({ name: 'SignInError', reason: 'locked' })
})

it('window.tronLink tells which account is selected by a message of the page itself, and of no frame', async () => {
  const world = await createSessionWorld()
  const wallet = await world.mock.wallets.tron()
  const page = Object.assign(new EventTarget(), {})
  vi.stubGlobal('window', page)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  const tell = (source: unknown, action: string, address: unknown) =>
    page.dispatchEvent(
      Object.assign(new Event('message'), { source, data: { message: { action, data: { address } } } }),
    )
  const calls = followed(fromTronLink(createTronLink(wallet, honest)), () => {
    tell(page, 'accountsChanged', wallet.address)
    tell(page, 'tabReply', 'other')
    tell({}, 'accountsChanged', 'other')
    page.dispatchEvent(new Event('message'))
    tell(page, 'accountsChanged', false)
  })
  expect(calls).toEqual([[wallet.address], [undefined]])
})
