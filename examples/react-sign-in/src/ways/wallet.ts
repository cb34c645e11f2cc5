import { nonces, walletSignIn } from '@latchkey/client/operations'
import { anonymous, as, type SignedIn } from '../api.ts'

/** The provider object of a wallet (EIP-1193). */
export interface EthereumProvider {
  request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>
}

/** Signs in with the wallet that the browser has. */
export async function signInWithWallet(provider: EthereumProvider | undefined): Promise<SignedIn> {
  return walletSignIn.verify(anonymous, { body: await proveWallet(provider) })
}

/** Adds the wallet to the person who is signed in. */
export async function linkWallet(session: SignedIn, provider: EthereumProvider | undefined): Promise<SignedIn> {
  return walletSignIn.link(as(session), { body: await proveWallet(provider) })
}

async function proveWallet(provider: EthereumProvider | undefined) {
  if (!provider) throw new Error('This browser has no wallet.')
  const [address = ''] = (await provider.request({ method: 'eth_requestAccounts' })) as string[]
  const chainId = Number(await provider.request({ method: 'eth_chainId' }))
  const { nonce = '' } = await nonces.create(anonymous)
  const messageToSign = signInMessage({ address, chainId, nonce })
  const signedMessage = String(
    await provider.request({ method: 'personal_sign', params: [hexOf(messageToSign), address] }),
  )
  return {
    messageToSign,
    signedMessage,
    publicWalletAddress: address,
    chain: 'EVM',
    walletName: 'metamask',
    walletProvider: 'browserExtension',
  } as const
}

/** An EIP-4361 message: what the person sees in the wallet before signing. */
function signInMessage({ address, chainId, nonce }: { address: string; chainId: number; nonce: string }): string {
  return `${location.host} wants you to sign in with your Ethereum account:
${address}

Sign in to the example.

URI: ${location.origin}
Version: 1
Chain ID: ${chainId}
Nonce: ${nonce}
Issued At: ${new Date().toISOString()}`
}

function hexOf(text: string): string {
  return `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
