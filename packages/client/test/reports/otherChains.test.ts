import { expect, it } from 'vitest'
import { createSignInMessage } from '../../src/session/signInMessage.ts'
import { createSessionWorld } from '../../src/session/test/sessionWorld.ts'
import { signInWithWallet } from '../../src/session/wallet.ts'

// https://github.com/reown-com/appkit/issues/2258
it('a sign-in message has no line for a field without a value, and always says when it was issued', async () => {
  const world = await createSessionWorld()
  const { address, sign } = await world.mock.wallets.sol()
  const wallet = {
    address,
    domain: 'app.example.com',
    chainName: 'Solana',
    chainId: 'mainnet',
    uri: undefined,
    statement: undefined,
    issuedAt: undefined,
    resources: undefined,
  }
  const message = createSignInMessage({ ...wallet, nonce: 'aB3dE5fG7' })
  expect(message).not.toContain('undefined')
  expect(message).toMatch(/\nIssued At: 2026-01-15T09:30:00\.000Z$/)
  expect((await signInWithWallet(world.open(), { ...wallet, chain: 'SOL', sign })).state).toBe('signedIn')
})
