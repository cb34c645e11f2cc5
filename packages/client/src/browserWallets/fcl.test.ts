import { expect, it } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { createSessionWorld } from '../session/test/sessionWorld.ts'
import { signInWithWallet } from '../session/wallet.ts'
import { type FclUser, fromFcl } from './fcl.ts'
import { describeSource, followed, type Signing, type TestWallet } from './test/describeSource.ts'

type Listener = Parameters<NonNullable<FclUser['subscribe']>>[0]

/** The user of `@onflow/fcl`: addresses in signatures have no `0x`, and a refusal is returned. */
function createUser(wallet: TestWallet, signing: Signing, addr: string | null = wallet.address) {
  const listeners = new Set<Listener>()
  const sign = async (message: string) => {
    const signatures = JSON.parse(await wallet.sign(message)) as { addr: string }[]
    return signatures.map((each) => ({ ...each, addr: each.addr.slice(2), extra: 'of the wallet' }))
  }
  const user: FclUser = {
    authenticate: async () => ({ addr }),
    async signUserMessage(message) {
      if (!/^[\da-f]+$/i.test(message)) throw new Error('Message must be a hex string')
      return signing(() => sign(Buffer.from(message, 'hex').toString())).catch((error) => error)
    },
    subscribe(listener) {
      listeners.add(listener)
      listener({ addr: null })
      return () => listeners.delete(listener)
    },
  }
  return { user, tell: (address: string | null) => listeners.forEach((listener) => listener({ addr: address })) }
}

for (const kind of ['p256Sha3', 'secp256k1Sha2'])
  describeSource(`the user of Flow's library with a key of ${kind}`, {
    chain: 'flow',
    kind,
    create: (wallet, signing) => fromFcl(createUser(wallet, signing).user),
    refusal: new Error('Declined: User rejected signature'),
    malformed: [[]],
  })

it("the user of Flow's library fails as locked when nobody has chosen an account", async () => {
  const world = await createSessionWorld()
  const { user } = createUser(await world.mock.wallets.flow(), (reply) => reply(), null)
  const signingIn = signInWithWallet(world.open(), { domain: 'app.example.com', wallet: fromFcl(user) })
  expect(await rejection(signingIn)).toMatchObject({ name: 'SignInError', reason: 'locked' })
})

it("the user of Flow's library tells its account, and that it has none any more", async () => {
  const world = await createSessionWorld()
  const wallet = await world.mock.wallets.flow()
  const { user, tell } = createUser(wallet, (reply) => reply())
  const change = () => [wallet.address, null].forEach(tell)
  expect(followed(fromFcl(user), change)).toEqual([[wallet.address], [undefined]])
})
