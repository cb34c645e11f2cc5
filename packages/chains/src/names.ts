import type { Chain } from '@latchkey/crypto/chainAddresses'
import type { Account } from './chains.ts'

/** The name services of the chains. Names are in canonical spelling, such as `ada.example.eth`. */
export interface Names {
  find(chain: Chain, name: string): ChainName | undefined
  /** The names of an account, the latest first. */
  namesOf(account: Account): readonly ChainName[]
  /** The name that was issued to a wallet. */
  issuedTo(walletId: string): ChainName | undefined
  /** Registers a name below the environment's name for a wallet. The name must be free. */
  issue(subname: Subname): void
}

interface ChainName {
  readonly name: string
  readonly owner: Account
  /** URL of the name's picture. */
  readonly avatar?: string
  /** Of a name that an environment has issued. */
  readonly environmentId?: string
  readonly walletId?: string
}

interface Subname {
  readonly chain: Chain
  readonly name: string
  readonly owner: Account
  readonly environmentId: string
  /** The environment's setting by which the name was issued. */
  readonly serviceId: string
  readonly walletId: string
}
