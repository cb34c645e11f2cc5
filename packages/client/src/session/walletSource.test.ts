import { describe, expect, it, vi } from 'vitest'
import { createSessionWorld } from './test/sessionWorld.ts'
import { createSilence } from './test/silence.ts'
import { linkWallet, signInWithWallet, type WalletOptions } from './wallet.ts'
import type { ProofRequest, WalletSourceOptions } from './walletSource.ts'

const account = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'

describe('wallets that do not answer', () => {
  const domain = 'app.example.com'
  const sign = vi.fn(() => '0x2')
  const proof = { address: account, message: 'Sign in.', signature: '0x2' }
  type Ask = ReturnType<typeof createSilence<never>>['ask']
  const ways: [string, (ask: Ask) => WalletOptions | WalletSourceOptions, unknown][] = [
    ['a function that signs', (ask) => ({ address: account, domain, sign: ask }), '0x2'],
    ['a function that writes the message', (ask) => ({ address: account, message: ask, sign }), 'Sign in.'],
    ['the object of a wallet', (ask) => ({ wallet: { chain: 'EVM', prove: ask }, domain }), proof],
  ]
  const cases = ways.flatMap(([name, optionsOf, late]) =>
    [late, new Error('refused')].map((answer) => [name, optionsOf, answer] as const),
  )

  it.each(cases)('are given up when the signal is aborted, and send nothing later: %s', async (_, optionsOf, late) => {
    for (const call of [signInWithWallet, linkWallet]) {
      const world = await createSessionWorld()
      const session = world.open()
      const { ask, signal, giveUp, answerLate } = createSilence<unknown>()
      expect(await giveUp(call(session, { ...optionsOf(ask as Ask), signal }))).toBe('gone')
      await answerLate(late)
      expect([world.sent, session.state, sign.mock.calls]).toEqual([['/nonce'], 'signedOut', []])
    }
  })

  it('sign in when they answer before the signal is aborted', async () => {
    const world = await createSessionWorld()
    const wallet = await world.mock.wallets.evm()
    const { signal } = new AbortController()
    const prove = async ({ message }: ProofRequest) => {
      const text = message(wallet.address)
      return { address: wallet.address, message: text, signature: await wallet.sign(text) }
    }
    const session = world.open()
    await signInWithWallet(session, { wallet: { chain: 'EVM', prove }, domain, signal })
    const { user } = await signInWithWallet(session, { address: wallet.address, sign: wallet.sign, domain, signal })
    expect([session.state, user.newUser]).toEqual(['signedIn', false])
  })
})
