import { describe, expect, it } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { createFrameMessage, linkFrame, signInWithFrame } from './frame.ts'
import { createSessionWorld } from './test/sessionWorld.ts'
import { formats } from './test/signIn.ts'

describe('frames', () => {
  it('sign in by a message of the custody address, and are added to the signed-in user', async () => {
    const world = await createSessionWorld()
    await world.mock.create.provider({ provider: 'farcaster' })
    const [ada1, bob] = [await world.mock.wallets.evm(), await world.mock.wallets.evm()]
    await world.mock.chain.registerFarcaster({ fid: 1, address: ada1.address })
    await world.mock.chain.registerFarcaster({ fid: 2, address: bob.address })
    const signer =
      (wallet: typeof bob, fid: number) =>
      async ({ nonce }: { nonce: string }) => {
        const message = createFrameMessage({ address: wallet.address, nonce, fid, domain: 'app.example.com' })
        return { message, signature: await wallet.sign(message) }
      }
    const session = world.open()
    expect(await rejection(signInWithFrame(session, { sign: signer(bob, 1) }))).toMatchObject({
      code: 'other_verify_failure',
    })
    expect(await signInWithFrame(session, { sign: signer(ada1, 1) })).toMatchObject({
      state: 'signedIn',
      user: { newUser: true },
    })
    const other = world.open()
    await world.signIn(other)
    await linkFrame(other, { sign: signer(bob, 2) })
    expect(formats(other)).toEqual(['email', 'oauth'])
  })
})
