import type { WalletRequest } from '@latchkey/browser-wallet/person'
import type { SweepResult } from './playCase.ts'

/** The results of a sweep, as they are written to a file, posted and shown. */
export interface SweepReport {
  /** Of this shape. */
  readonly version: 1
  /** The name of the test. */
  readonly name: string
  /** The file of the test, from the folder of the app: `src/App.sweep.test.tsx`. */
  readonly file?: string
  /** The calls of the run without failures, in their order. */
  readonly calls: readonly ReportedCall[]
  /** The cases that ran, in their order. */
  readonly results: readonly ReportedResult[]
  /** Pictures of ends, each a data URL. A result gives the index of its own. */
  readonly pictures: readonly string[]
}

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

/** A case that has run, with the reason of its author if its fault is known. */
export interface ReportedResult extends SweepResult {
  readonly knownFault?: string
}

/** A call with its status: `profile.get 401`. */
export const textOfCall = ({ name, status }: ReportedCall): string => `${name} ${status ?? 'without a reply'}`
