import { expect, it } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { createSessionWorld } from '../session/test/sessionWorld.ts'
import { signInWithWallet } from '../session/wallet.ts'
import { fromBitcoinWallet } from './bitcoin.ts'
import { describeSource, followed, type Signing, type TestWallet } from './test/describeSource.ts'
import { createStandardWallet, TestAccount } from './test/standardWallet.ts'

/** A wallet with the features of `@exodus/bitcoin-wallet-standard`: signatures are bytes, without the prefix of BIP-322. */
function createWallet(wallet: TestWallet, signing: Signing, purpose = 'payment') {
  const account = new TestAccount(wallet.address, 'bitcoin:mainnet')
  const signMessage = ({ account: { address }, message }: { account: TestAccount; message: Uint8Array }) =>
    signing(async () => {
      if (address !== wallet.address) throw new Error('Unknown account')
      const signature = await wallet.sign(new TextDecoder().decode(message))
      return [
        { signedMessage: message, signature: Uint8Array.from(Buffer.from(signature.replace('smp', ''), 'base64')) },
      ]
    })
  const connect = async ({ purposes }: { purposes: string[] }) => ({
    accounts: purposes.includes(purpose) ? [account] : [],
  })
  const features = { 'bitcoin:connect': { connect }, 'bitcoin:signMessage': { signMessage } }
  return createStandardWallet([account], features, 'Phantom')
}

const kinds = { p2wpkh: 'payment', p2tr: 'ordinals', p2pkh: 'payment' } as const

for (const [kind, purpose] of Object.entries(kinds))
  describeSource(`a wallet of Bitcoin with an address of ${kind}`, {
    chain: 'btc',
    kind,
    create: (wallet, signing) => fromBitcoinWallet(createWallet(wallet, signing, purpose).wallet, { purpose }),
    walletName: 'phantom',
    // https://docs.phantom.com/bitcoin
    refusal: { code: 4001, message: 'User rejected the request.' },
    malformed: [[], [{}], [{ signature: new Uint8Array() }]],
  })

it('a wallet of Bitcoin fails as locked without an address of the kind', async () => {
  const world = await createSessionWorld()
  const { wallet } = createWallet(await world.mock.wallets.btc(), (reply) => reply(), 'ordinals')
  const signingIn = signInWithWallet(world.open(), { domain: 'app.example.com', wallet: fromBitcoinWallet(wallet) })
  expect(await rejection(signingIn)).toMatchObject({ name: 'SignInError', reason: 'locked' })
})

it('a wallet of Bitcoin without its features fails as not_supported', async () => {
  const world = await createSessionWorld()
  const wallet = fromBitcoinWallet(createStandardWallet([], {}).wallet)
  const error = await rejection(signInWithWallet(world.open(), { domain: 'app.example.com', wallet }))
  expect(error).toMatchObject({ name: 'SignInError', reason: 'not_supported' })
})

it('a wallet of Bitcoin tells which account is selected', async () => {
  const world = await createSessionWorld()
  const wallet = await world.mock.wallets.btc()
  const phantom = createWallet(wallet, (reply) => reply())
  const change = () => phantom.share([new TestAccount(wallet.address, 'bitcoin:mainnet')])
  expect(followed(fromBitcoinWallet(phantom.wallet), change)).toEqual([[wallet.address]])
})
