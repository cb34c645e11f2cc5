import type { Entity } from '@latchkey/store/entity'
/** Records of the simulated exchanges. Amounts are decimal texts of whole units. */
import type { components } from '@latchkey/types'

type Schemas = components['schemas']
type ExchangeKey = Schemas['ExchangeKeyEnum']

/** The account of a person at an exchange. It stays when a user of the service is deleted. */
export interface ExchangeAccount extends Entity {
  readonly exchange: ExchangeKey
  /** The exchange's id of the person, with which the person signs in. */
  readonly holder: string
  /** The balances by currency, including amounts of pending transfers. */
  readonly balances: Readonly<Record<string, string>>
  /** Whether a transfer needs a code. */
  readonly requiresCode: boolean
  /** The addresses that the person has listed, as `family:address`. */
  readonly whitelist: readonly ListedAddress[]
  readonly challenge?: ExchangeChallenge
}

/** An address on the list of an account. */
interface ListedAddress {
  readonly chain: Schemas['ChainEnum']
  readonly address: string
}

/** A code that the exchange has sent for one transfer. */
interface ExchangeChallenge {
  readonly code: string
  /** The transfer that the code is for. */
  readonly purpose: string
  readonly wrongTries: number
  readonly expiresAt: string
}

/** A deposit into an account, or a transfer out of it. */
export interface ExchangeTransfer extends Entity {
  readonly exchangeAccountId: string
  readonly status: 'pending' | 'completed' | 'failed'
  readonly amount: string
  readonly currency: string
  /** Absent for a deposit. */
  readonly destination?: TransferDestination
  /** The id with which a repeated request is recognised, and the request. */
  readonly requestId?: string
  readonly request?: object
  readonly description?: string
  readonly transactionHash?: string
}

/** The recipient of a transfer, and its network. */
interface TransferDestination {
  /** `family:address`. */
  readonly account: string
  readonly networkId: number
  /** Of the token, as `family:address`; absent for the network's currency. */
  readonly contract?: string
  /** Digits after the point of a whole unit on the network. */
  readonly decimals: number
}

/** The rules of an exchange for all transfers. */
export interface ExchangeRules extends Entity {
  readonly exchange: ExchangeKey
  readonly enforcesAddressWhitelist: boolean
  /** The least amounts of transfers, by currency. */
  readonly minimums: Readonly<Record<string, string>>
  /** How many of the next transfers fail without a reason. */
  readonly failures: number
}

/** A code that an exchange has sent to a person. */
export interface ExchangeMessage extends Entity {
  readonly exchange: ExchangeKey
  readonly holder: string
  readonly text: string
  readonly code: string
}
