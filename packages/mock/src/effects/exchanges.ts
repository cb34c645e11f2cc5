import type { Chains } from '@latchkey/chains/chains'
import type { components } from '@latchkey/types'

type ExchangeKey = components['schemas']['ExchangeKeyEnum']
type Chain = components['schemas']['ChainEnum']

/** The exchanges at which people have accounts. Amounts are decimal texts of whole units. */
export interface Exchanges {
  /** The account of a person; every person of an exchange has one. @param holder - The exchange's id of the person. */
  accountOf(exchange: ExchangeKey, holder: string): ExchangeAccountFacts
  /** The deposits and transfers of an account, the latest first. */
  transfers(accountId: string): readonly ExchangeTransferFacts[]
  /** The transfer that was requested with an id, and the request. */
  transferOf(accountId: string, requestId: string): (ExchangeTransferFacts & { readonly request: object }) | undefined
  /** The rules of the exchange for transfers. */
  rules(exchange: ExchangeKey): ExchangeRuleFacts
  /** Whether the exchange accepts a code for a transfer. A code that it accepts is used up. */
  checkCode(accountId: string, code: string, purpose: string): boolean
  /** Sends a code for a transfer to the person. A former code is no longer accepted. */
  sendCode(accountId: string, purpose: string): void
  /** Counts a wrong code. After five of them the code is no longer accepted. */
  countWrongCode(accountId: string): void
  /** Whether the next transfer fails without a reason. Each call uses up one planned failure. */
  takeFailure(exchange: ExchangeKey): boolean
  /** Begins a transfer, whose amount is no longer available. */
  begin(accountId: string, transfer: NewExchangeTransfer): ExchangeTransferFacts
  /** Sends the tokens of a transfer that is pending, or gives the amount back when the chain refuses them. */
  settle(transferId: string, pay: Chains['pay']): Promise<void>
}

export interface ExchangeAccountFacts {
  readonly id: string
  /** By currency, in the order of their codes. */
  readonly balances: readonly ExchangeBalance[]
  readonly requiresCode: boolean
  readonly whitelist: readonly { readonly chain: Chain; readonly address: string }[]
}

interface ExchangeBalance {
  readonly currency: string
  readonly balance: string
  /** The amount without pending transfers. */
  readonly available: string
}

export interface ExchangeTransferFacts {
  readonly id: string
  readonly exchangeAccountId: string
  readonly status: 'pending' | 'completed' | 'failed'
  readonly amount: string
  readonly currency: string
  readonly createdAt: string
  readonly requestId?: string
  readonly transactionHash?: string
}

interface ExchangeRuleFacts {
  readonly enforcesAddressWhitelist: boolean
  /** The least amounts of transfers, by currency. */
  readonly minimums: Readonly<Record<string, string>>
}

interface NewExchangeTransfer {
  readonly amount: string
  readonly currency: string
  readonly destination: {
    /** `family:address`. */
    readonly account: string
    readonly networkId: number
    readonly contract?: string
    readonly decimals: number
  }
  readonly requestId?: string
  readonly request: object
  readonly description?: string
}
