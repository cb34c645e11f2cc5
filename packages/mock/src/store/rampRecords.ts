import type { Entity } from '@latchkey/store/entity'
/** Records of the sellers of tokens: orders, and requested payments. */
import type { components } from '@latchkey/types'

type Schemas = components['schemas']

/** The bought token and its recipient. Amounts are decimal texts of whole units. */
export interface RampDestination {
  readonly destinationAddress: string
  readonly chain: Schemas['ChainEnum']
  readonly networkId: number
  /** The network as the seller calls it. */
  readonly destinationNetwork: string
  readonly purchaseCurrency: string
  /** Of the token, as `family:address`; absent for the network's currency. */
  readonly contract?: string
  /** Digits after the point of a whole unit. */
  readonly decimals: number
}

/** An order of tokens for money. */
export interface RampOrder extends Entity, RampDestination {
  readonly environmentId: string
  /** The user who ordered; absent for a person who came by a link. */
  readonly userId?: string
  readonly provider: Schemas['ProviderEnum']
  readonly status: Schemas['HostedOnrampOrderStatus']
  readonly paymentCurrency: string
  readonly paymentSubtotal: string
  readonly paymentTotal: string
  readonly fees: readonly Schemas['HostedOnrampFee'][]
  readonly exchangeRate: string
  readonly purchaseAmount: string
  readonly partnerUserRef?: string
  /** Origin of the site that shows the payment page in a frame. */
  readonly domain?: string
  /** Where the page leads afterwards, if the link to it said so. */
  readonly redirectUrl?: string
  /** Where it leads after the payment otherwise, and without one. */
  readonly returnUrl?: string
  readonly cancelUrl?: string
  readonly updatedAt: string
  /** Of the transaction that brought the tokens. */
  readonly txHash?: string
  /** Why it failed, as a sentence. */
  readonly reason?: string
}

/** A link to the seller's page that is good for one order. */
export interface RampSession extends Entity {
  readonly environmentId: string
  readonly provider: Schemas['ProviderEnum']
  /** SHA-256 of the token in the link, in hex. */
  readonly tokenHash: string
  readonly expiresAt: string
  readonly request: Schemas['HostedOnrampGetBuyUrlRequest']
  /** The order that it was used for. */
  readonly orderId?: string
}

/** A request to send tokens to an address: a payment to a wallet, or a sale to somebody who pays money for them. */
export interface CryptoPayment extends Entity {
  readonly environmentId: string
  /** The user who asked for it; absent for a sale by a link. */
  readonly userId?: string
  readonly provider: Schemas['ProviderEnum']
  readonly chain: Schemas['ChainEnum']
  readonly networkId: number
  /** The network as sellers call it. */
  readonly network: string
  /** The account that the tokens go to, as `family:address`. */
  readonly recipient: string
  /** The same as people write it. */
  readonly walletAddress: string
  readonly contract?: string
  readonly decimals: number
  readonly cryptoCurrency: string
  /** Whole units, as a decimal text. */
  readonly cryptoAmount: string
  readonly amount: number
  readonly currency: string
  readonly expiresAt: string
  /** The latest block with a transaction of the recipient when it was asked for. */
  readonly afterBlock: number
  /** For a sale: the money that the person gets, such as `49 USD`. */
  readonly payout?: string
  readonly description?: string
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly orderId?: string
  readonly subMerchantId?: string
  readonly merchantName?: string
  /** Where the page leads after the payment, and without one. */
  readonly returnUrl?: string
  readonly cancelUrl?: string
}
