import { expect, it } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { createSessionWorld } from '../session/test/sessionWorld.ts'
import { signInWithWallet } from '../session/wallet.ts'
import { fromAptosWallet } from './aptos.ts'
import { describeSource, followed, type Signing, type TestWallet } from './test/describeSource.ts'
import { createStandardWallet } from './test/standardWallet.ts'

const site = { domain: 'app.example.com' }

/** A key, a signature or an address of `@aptos-labs/ts-sdk`: an object whose text is hex with `0x`. */
const valueOf = (hex: string) => ({ toString: () => hex })

/** The answer of a person who approves, as `UserResponse` of `@aptos-labs/wallet-standard`. */
const approve = <Args>(args: Args) => ({ status: 'Approved', args })

/** A wallet as AIP-62 defines it: it signs lines of its own around the message, and replies with them. */
function createWallet(wallet: TestWallet, signing: Signing) {
  const listeners = new Set<(account: object) => void>()
  const account = { address: valueOf(wallet.address), publicKey: valueOf(wallet.publicKey) }
  const signMessage = ({ message, nonce }: { message: string; nonce: string }) =>
    signing(async () => {
      const fullMessage = `APTOS\nmessage: ${message}\nnonce: ${nonce}`
      const { signature } = JSON.parse(await wallet.sign(fullMessage)) as { signature: string }
      return approve({ prefix: 'APTOS', message, nonce, fullMessage, signature: valueOf(signature) })
    })
  const features = {
    'aptos:connect': { version: '1.0.0', connect: async () => approve(account) },
    'aptos:signMessage': { version: '1.0.0', signMessage },
    'aptos:onAccountChange': {
      version: '1.0.0',
      onAccountChange: async (listener: (account: object) => void) => void listeners.add(listener),
    },
  }
  return { ...createStandardWallet([], features, 'Petra'), listeners, account }
}

for (const kind of ['ed25519', 'singleKeyEd25519', 'singleKeySecp256k1'])
  describeSource(`a wallet of Aptos with an account of ${kind}`, {
    chain: 'aptos',
    kind,
    create: (wallet, signing) => fromAptosWallet(createWallet(wallet, signing).wallet),
    walletName: 'petra',
    // PetraApiError.
    refusal: Object.assign(new Error('The user rejected the request'), { code: 4001 }),
    malformed: [approve({}), approve({ fullMessage: 'APTOS' }), approve({ signature: valueOf('0x') })],
  })

it.each(['aptos:connect', 'aptos:signMessage'] as const)(
  'a wallet of Aptos fails as cancelled when its reply to %s is that the person refused',
  async (name) => {
    const world = await createSessionWorld()
    const { wallet } = createWallet(await world.mock.wallets.aptos(), (reply) => reply())
    const reject = async () => ({ status: 'Rejected' })
    const features = { ...wallet.features, [name]: { connect: reject, signMessage: reject } }
    const signingIn = signInWithWallet(world.open(), { ...site, wallet: fromAptosWallet({ ...wallet, features }) })
    expect(await rejection(signingIn)).toMatchObject({ name: 'SignInError', reason: 'cancelled', cause: 'Rejected' })
  },
)

it('a wallet of Aptos without its features fails as not_supported', async () => {
  const world = await createSessionWorld()
  const wallet = fromAptosWallet(createStandardWallet([], {}).wallet)
  const error = await rejection(signInWithWallet(world.open(), { ...site, wallet }))
  expect(error).toMatchObject({ name: 'SignInError', reason: 'not_supported' })
})

it('a wallet of Aptos tells which account is selected', async () => {
  const world = await createSessionWorld()
  const petra = createWallet(await world.mock.wallets.aptos(), (reply) => reply())
  const change = () => petra.listeners.forEach((listener) => listener(petra.account))
  expect(followed(fromAptosWallet(petra.wallet), change)[0]).toEqual([String(petra.account.address)])
})
