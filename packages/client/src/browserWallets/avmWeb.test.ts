import AVMWebProvider from '@agoralabs-sh/avm-web-provider'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { createSessionWorld } from '../session/test/sessionWorld.ts'
import { signInWithWallet } from '../session/wallet.ts'
import { fromAvmWebClient } from './avmWeb.ts'
import { describeSource, type Signing, type TestWallet } from './test/describeSource.ts'

/** A window, as far as the library and wallets use it. */
class TestPage extends EventTarget {
  readonly location = { origin: 'https://app.example.com' }
  readonly CustomEvent = CustomEvent
  readonly setTimeout = () => 0
}

const site = { domain: 'app.example.com' }
const providerId = '01938c5e-8b02-7d4e-9f0a-1b2c3d4e5f01'
let page: TestPage
beforeEach(() => {
  page = new TestPage()
  vi.stubGlobal('window', page)
})
afterEach(() => void vi.unstubAllGlobals())

const source = (id = providerId) => fromAvmWebClient(AVMWebProvider.AVMWebClient.init(), { providerId: id })

/** A wallet that answers the messages of the page, and signs texts as they are. */
function createProvider(wallet: TestWallet, signing: Signing) {
  function answer(method: string, reply: (params: { readonly message?: string }) => Promise<unknown>): void {
    page.addEventListener(`arc0027:${method}:request`, async (event) => {
      const { id, params } = (event as CustomEvent).detail
      const outcome = await reply(params).then(
        (result) => ({ result }),
        (error) => ({ error }),
      )
      const detail = JSON.stringify({ id: `${id}`, requestId: id, ...outcome })
      page.dispatchEvent(new CustomEvent(`arc0027:${method}:response`, { detail }))
    })
  }
  answer('enable', async () => ({ accounts: [{ address: wallet.address }], providerId }))
  answer('sign_message', ({ message = '' }) =>
    // A test wallet puts the `MX` in front by itself.
    signing(async () => ({ signature: await wallet.sign(/^MX(.*)$/s.exec(message)?.[1] ?? ''), providerId })),
  )
  return source()
}

/** The error as it comes through the page. */
const refusal = { code: 4001, message: 'user dismissed', name: 'MethodCanceledError', providerId }

describeSource('a wallet of ARC-0027', {
  chain: 'algo',
  create: createProvider,
  refusal,
  malformed: [undefined, {}],
})

it.each([
  [4003, 'not_supported'],
  [4004, 'wrong_chain'],
  [4100, 'locked'],
  [4200, 'wallet_failed'],
])('a wallet of ARC-0027 fails with %s as %s', async (code, reason) => {
  const world = await createSessionWorld()
  const error = { ...refusal, code, message: 'no' }
  const wallet = createProvider(await world.mock.wallets.algo(), () => Promise.reject(error))
  expect(await rejection(signInWithWallet(world.open(), { ...site, wallet }))).toMatchObject({ reason, cause: error })
})

it('two wallets of ARC-0027 in one page do not hear each other, and two sign-ins at once are each their own', async () => {
  const world = await createSessionWorld()
  const create = (id: string) =>
    world.mock.wallets.browser({ chain: 'ALGO', providerId: id, windowKey: `algorand${id}` })
  const wallets = [await create('1'), await create('2')]
  for (const wallet of wallets) wallet.install(page)
  const sessions = wallets.map(() => world.open())
  const both = sessions.map((session, index) => signInWithWallet(session, { ...site, wallet: source(`${index + 1}`) }))
  await Promise.all(both)
  const addresses = sessions.map((session) => session.user?.verifiedCredentials[0]?.address)
  expect(addresses).toEqual(wallets.map(({ accounts }) => accounts[0]))
})

it('a client that sends nothing fails with its error', async () => {
  const world = await createSessionWorld()
  const broken = AVMWebProvider.AVMWebClient.init()
  broken.enable = () => {
    throw new Error('unknown')
  }
  const wallet = fromAvmWebClient(broken, { providerId })
  expect(await rejection(signInWithWallet(world.open(), { ...site, wallet }))).toMatchObject({
    reason: 'wallet_failed',
  })
})
