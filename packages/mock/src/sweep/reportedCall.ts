import type { WalletRequest } from '@latchkey/browser-wallet/person'

/** A call of a run. */
export interface ReportedCall {
  /** The operation, `relay.join`, `chains.eth_call`, `wallet.connect`…, and, from the second call on, the number: `profile.get (2)`. */
  readonly name: string
  /** Of HTTP; `ASK` for a request to a browser wallet. */
  readonly method: string
  /** With its query. The method that a wallet was asked for: `personal_sign`. */
  readonly path: string
  /** 0 for a connection that broke; absent for a call without a reply. A wallet's is the answer of its person. */
  readonly status?: number | WalletRequest['status']
  /** The code of a refusal. */
  readonly code?: string
}

/** A call with its status: `profile.get 401`. */
export const textOfCall = ({ name, status }: ReportedCall): string => `${name} ${status ?? 'without a reply'}`
