import type { ControlOutput } from '../../live/control.ts'

export type BrowserWallet = ControlOutput<'GET wallets/browser'>['wallets'][number]

/** A request of a page. */
export type WalletRequest = BrowserWallet['requests'][number]

/** The event of the stream that reports changes of wallets and requests. */
export const tables = ['browserWallets']

/** The words for a request of a page, and for the button that approves it. */
export const requestWords: Readonly<Record<WalletRequest['kind'], readonly [asks: string, yes: string]>> = {
  asset: ['to keep a token in view', 'Approve'],
  calls: ['to send several transactions', 'Approve'],
  chain: ['to change the chain', 'Approve'],
  connect: ['for access to accounts', 'Connect'],
  message: ['to sign a message', 'Sign'],
  signIn: ['to sign in', 'Sign in'],
  transaction: ['to send a transaction', 'Approve'],
  typedData: ['to sign typed data', 'Sign'],
  unlock: ['to unlock the wallet', 'Unlock'],
}
