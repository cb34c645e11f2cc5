import type { WalletOptions } from '@latchkey/client/session'

declare global {
  interface Window {
    /** The wallet of a browser extension (EIP-1193). */
    ethereum?: { request(call: { method: string; params?: readonly unknown[] }): Promise<unknown> }
  }
}

/** The wallet that the browser has, for signing in. */
export async function browserWallet(): Promise<WalletOptions> {
  const { ethereum } = window
  if (!ethereum) throw new Error('This browser has no wallet.')
  const [address = ''] = (await ethereum.request({ method: 'eth_requestAccounts' })) as string[]
  const chainId = String(await ethereum.request({ method: 'eth_chainId' }))
  const sign = async (message: string) =>
    String(await ethereum.request({ method: 'personal_sign', params: [message, address] }))
  return { address, chainId, walletName: 'metamask', statement: 'Sign in to the example.', sign }
}
