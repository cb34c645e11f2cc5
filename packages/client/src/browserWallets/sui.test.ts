import { expect, it } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { createSessionWorld } from '../session/test/sessionWorld.ts'
import { signInWithWallet } from '../session/wallet.ts'
import { fromSuiWallet } from './sui.ts'
import { describeSource, followed, type Signing, type TestWallet } from './test/describeSource.ts'
import { createStandardWallet, TestAccount } from './test/standardWallet.ts'

/** A wallet that replies in base64, as `@mysten/wallet-standard` (`suiSignPersonalMessage`) defines it. */
function createWallet(wallet: TestWallet, signing: Signing) {
  const signPersonalMessage = ({ account, message }: { account: TestAccount; message: Uint8Array }) =>
    signing(async () => {
      if (account.address !== wallet.address) throw new Error('Unknown account')
      const signature = await wallet.sign(new TextDecoder().decode(message))
      return { bytes: Buffer.from(message).toString('base64'), signature }
    })
  const features = { 'sui:signPersonalMessage': { version: '1.1.0', signPersonalMessage } }
  const accounts = [new TestAccount('7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv', 'solana:mainnet')]
  return createStandardWallet([...accounts, new TestAccount(wallet.address, 'sui:mainnet')], features, 'Slush')
}

for (const kind of ['ed25519', 'secp256k1', 'secp256r1'])
  describeSource(`a wallet of Sui with a key of ${kind}`, {
    chain: 'sui',
    kind,
    create: (wallet, signing) => fromSuiWallet(createWallet(wallet, signing).wallet),
    walletName: 'slush',
    // As Slush throws it.
    refusal: new Error('User rejection'),
    malformed: [undefined, {}, { bytes: '', signature: '' }],
  })

it('a wallet of Sui without sui:signPersonalMessage fails as not_supported', async () => {
  const world = await createSessionWorld()
  const wallet = fromSuiWallet(createStandardWallet([], {}).wallet)
  const signingIn = signInWithWallet(world.open(), { domain: 'app.example.com', wallet })
  expect(await rejection(signingIn)).toMatchObject({ name: 'SignInError', reason: 'not_supported' })
})

it('a wallet of Sui tells which of its accounts of Sui is selected', async () => {
  const world = await createSessionWorld()
  const wallet = await world.mock.wallets.sui()
  const slush = createWallet(wallet, (reply) => reply())
  const change = () => slush.share([new TestAccount('0x1', 'eip155:1'), new TestAccount(wallet.address, 'sui:mainnet')])
  expect(followed(fromSuiWallet(slush.wallet), change)).toEqual([[wallet.address]])
})
