import type { Account } from '@latchkey/chains/chains'
import type { components } from '@latchkey/types'
import type { WaasChain } from '../policyChains.ts'

type Schemas = components['schemas']

/** A request to sign, as it is decoded. */
export interface RequestToDecode {
  readonly chain: WaasChain
  /** Of the wallet. */
  readonly account: Account
  /**
   * The accounts that rules name. A request may name some of them by other addresses, such as those of token accounts.
   */
  readonly named: readonly Account[]
  readonly request: Pick<Schemas['SignMessageWithWaasRequest'], 'message' | 'isFormatted' | 'context'>
  /** Hex of what the key signs. */
  readonly signed: string
}
