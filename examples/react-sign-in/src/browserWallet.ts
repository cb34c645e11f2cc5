import { type Eip1193Provider, fromEip1193 } from '@latchkey/client/browser-wallets'
import type { WalletSourceOptions } from '@latchkey/client/session'

declare global {
  interface Window {
    /** The wallet of a browser extension. */
    ethereum?: Eip1193Provider
  }
}

/** The wallet that the browser has, for signing in. */
export function browserWallet(): WalletSourceOptions {
  const { ethereum } = window
  if (!ethereum) throw new Error('This browser has no wallet.')
  return { wallet: fromEip1193(ethereum), walletName: 'metamask', statement: 'Sign in to the example.' }
}
