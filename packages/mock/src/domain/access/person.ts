import type { Chain } from '@latchkey/crypto/chainAddresses'
import type { Credential } from '../../store/records.ts'

/** Everything that a person who signs in has proved to hold. */
export interface Person {
  readonly environmentId: string
  readonly wallets: readonly { readonly chain: Chain; readonly publicKey: string }[]
  /** Lower-cased; verified ones only. */
  readonly emails: readonly string[]
  readonly credentials: readonly Credential[]
}
