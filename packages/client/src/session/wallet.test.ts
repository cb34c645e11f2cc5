import { describe, expect, it } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { createSessionWorld } from './test/sessionWorld.ts'
import { formats } from './test/signIn.ts'
import { createSignInMessage, linkWallet, prefetchWallet, signInWithWallet } from './wallet.ts'

describe('wallets', () => {
  it('sign in by a signed message, the second time as the same user', async () => {
    const world = await createSessionWorld()
    const wallet = await world.mock.wallets.evm()
    const session = world.open()
    await prefetchWallet(session, { chain: 'EVM', publicWalletAddress: wallet.address })
    const options = {
      address: wallet.address,
      domain: 'app.example.com',
      statement: 'Sign in to Example.',
      walletName: 'metamask',
      sign: (message: string) => wallet.sign(message),
    }
    const { user } = await signInWithWallet(session, options)
    expect([user.newUser, formats(session)]).toEqual([true, ['blockchain']])
    await session.signOut()
    expect((await signInWithWallet(session, options)).user.id).toBe(user.id)
  })

  it('are refused with the signature of another wallet', async () => {
    const world = await createSessionWorld()
    const [wallet, other] = [await world.mock.wallets.evm(), await world.mock.wallets.evm()]
    const session = world.open()
    const error = await rejection(
      signInWithWallet(session, {
        address: wallet.address,
        domain: 'app.example.com',
        sign: (message) => other.sign(message),
      }),
    )
    expect([error, session.state]).toMatchObject([{ status: 422, code: 'other_verify_failure' }, 'signedOut'])
  })

  it("of other chains sign the same text with the chain's name, or a text of the caller", async () => {
    const world = await createSessionWorld()
    const [sol, ton] = [await world.mock.wallets.sol(), await world.mock.wallets.ton()]
    const session = world.open()
    await signInWithWallet(session, {
      address: sol.address,
      chain: 'SOL',
      chainName: 'Solana',
      chainId: 'mainnet',
      domain: 'app.example.com',
      walletName: 'phantom',
      sign: (message) => sol.sign(message),
    })
    expect(session.user?.verifiedCredentials[0]).toMatchObject({ address: sol.address })
    await linkWallet(session, {
      address: ton.address,
      chain: 'TON',
      walletName: 'tonkeeper',
      message: ({ nonce }) => ton.message({ nonce }),
      sign: (message) => ton.sign(message),
    })
    expect(formats(session)).toEqual(['blockchain', 'blockchain'])
  })

  it('need a domain, and a statement of one line', () => {
    expect(() => createSignInMessage({ address: '0x1', nonce: '1' })).toThrow(SyntaxError)
    expect(() =>
      createSignInMessage({ address: '0x1', nonce: '1', domain: 'a.example', statement: 'a\nURI: b' }),
    ).toThrow(SyntaxError)
  })
})
