import type { ControlOutput } from '../../live/control.ts'

export type BrowserWallet = ControlOutput<'GET wallets/browser'>['wallets'][number]

/** A request of a page. */
export type WalletRequest = BrowserWallet['requests'][number]

/** What the events of the stream are about that change wallets or requests. */
export const tables = ['browserWallets']

/** What a page asks for, and what the person does by a yes. */
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
