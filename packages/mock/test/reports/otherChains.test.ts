import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import type { TestWallet } from '../../src/control/device/walletControl.ts'

const host = createHost()
const headers = { origin: 'https://app.example.com' }

/** A sign-in of Solana as Phantom writes it, by this network. */
async function requestOf(wallet: TestWallet, chainId: string) {
  const { nonce } = (await host.call('nonces.create')).body
  const messageToSign = [
    'app.example.com wants you to sign in with your Solana account:',
    wallet.address,
    '',
    'Sign in to Example.',
    '',
    'URI: https://app.example.com',
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    'Issued At: 2026-01-15T09:30:00.000Z',
  ].join('\n')
  const signedMessage = await wallet.sign(messageToSign)
  const names = { walletName: 'phantom', walletProvider: 'browserExtension' } as const
  return { chain: 'SOL' as const, ...names, publicWalletAddress: wallet.address, messageToSign, signedMessage }
}

describe('a message of a wallet of Solana', () => {
  // https://github.com/gemwalletcom/wallet/issues/437
  it.each([
    'mainnet',
    'devnet',
    'testnet',
    'solana:mainnet',
    'solana:devnet',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    'mainnet-beta',
  ])('signs in with the network %s', async (chainId) => {
    const body = await requestOf(await host.mock.wallets.sol(), chainId)
    expect((await host.call('walletSignIn.verify', { body, headers })).body.user.newUser).toBe(true)
  })

  // https://github.com/solana-foundation/solana-web3.js/pull/3938
  it('is refused for another account than the one that it names, whoever has signed it', async () => {
    const [asked, other] = [await host.mock.wallets.sol(), await host.mock.wallets.sol()]
    const body = await requestOf(other, 'mainnet')
    const swapped = { ...body, publicWalletAddress: asked.address }
    expect((await host.refuse('walletSignIn.verify', { body: swapped, headers })).status).toBe(422)
    const renamed = { ...swapped, messageToSign: body.messageToSign.replace(other.address, asked.address) }
    const signedMessage = await other.sign(renamed.messageToSign)
    const refusal = await host.refuse('walletSignIn.verify', { body: { ...renamed, signedMessage }, headers })
    expect(refusal.status).toBe(422)
  })
})
