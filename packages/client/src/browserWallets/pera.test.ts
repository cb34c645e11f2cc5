import { expect, it, vi } from 'vitest'
import { createSessionWorld } from '../session/test/sessionWorld.ts'
import { signInWithWallet } from '../session/wallet.ts'
import { fromPeraWallet, type PeraWallet } from './pera.ts'
import { describeSource, type Signing, type TestWallet } from './test/describeSource.ts'

/** An object as `@perawallet/connect` has it, which signs as `signBytes` of algosdk does, and refuses to connect twice. */
function createPera(wallet: TestWallet, signing: Signing) {
  const connect = vi.fn(async () => {
    if (connect.mock.calls.length > 1) throw new Error('Session currently connected')
    return [wallet.address]
  })
  const pera: PeraWallet = {
    connect,
    reconnectSession: async () => (connect.mock.calls.length > 0 ? [wallet.address] : []),
    signData: ([item], signer) =>
      signing(async () => {
        if (signer !== wallet.address) throw new Error('Unknown signer')
        const signature = await wallet.sign(new TextDecoder().decode(item?.data))
        return [Uint8Array.from(Buffer.from(signature, 'base64'))]
      }),
  }
  return { pera, connect }
}

describeSource('the object of Pera', {
  chain: 'algo',
  create: (wallet, signing) => fromPeraWallet(createPera(wallet, signing).pera),
  walletName: 'pera',
  refusal: Object.assign(new Error('Operation cancelled by user'), { data: { type: 'OPERATION_CANCELLED' } }),
  malformed: [undefined, [], [new Uint8Array()]],
})

it('the object of Pera connects once, and is asked for its session later', async () => {
  const world = await createSessionWorld()
  const { pera, connect } = createPera(await world.mock.wallets.algo(), (reply) => reply())
  const options = { domain: 'app.example.com', wallet: fromPeraWallet(pera) }
  await signInWithWallet(world.open(), options)
  await signInWithWallet(world.open(), options)
  expect(connect.mock.calls).toHaveLength(1)
})
