import type { Credential } from '../../store/records.ts'
import type { Chain } from '../chains/chains.ts'

/** Everything that a person who signs in has proved to hold. */
export interface Person {
  readonly environmentId: string
  readonly wallets: readonly { readonly chain: Chain; readonly publicKey: string }[]
  /** Lower-cased; verified ones only. */
  readonly emails: readonly string[]
  readonly credentials: readonly Credential[]
}
