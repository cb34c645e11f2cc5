import { formatUnits, parseUnits } from '@latchkey/base/amounts'
import { instantOf } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { ChainTransaction } from '@latchkey/chains/chains'
import { addressKey, chainNamespace, isAddressOf } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import type { CryptoPayment } from '../../store/rampRecords.ts'
import type { User } from '../../store/records.ts'
import { assertEnabledProvider } from '../providers/providers.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { environmentOf, existing } from '../shared/recordGuards.ts'
import { paymentRequestUri } from './paymentUris.ts'
import { moneyOf, rateOf, readAmount } from './quotes.ts'
import { findRampAsset, type RampAsset, type RampNetwork, rampAssetsOn, rampNetworksOf } from './rampNetworks.ts'
import { returnUrlsOf } from './returnUrls.ts'

type Schemas = components['schemas']
type Request = Schemas['CryptoPaymentCreateRequest']

/** The provider of these payments. */
const paymentProvider = 'cryptoDotCom'

/** How long a payment can be made. */
const paymentMs = 10 * 60_000
/** Amounts of money are changed into tokens with this many digits after the point. */
const maximumDigits = 8

/**
 * Requests a payment in tokens to an address of the user. It is paid when the ledger has the transfer.
 *
 * @throws {@link DomainError} `recordNotFound` while the provider is not enabled, `validationFailed` for a network,
 * currency or amount that is not served, and for an address of another chain
 */
export function createPayment(backend: Backend, user: User, request: Request): CryptoPayment {
  const { environmentId, id: userId } = user
  assertEnabledProvider(backend, environmentId, { provider: paymentProvider, failure: 'recordNotFound' })
  const { chain, walletAddress, description, metadata, orderId, subMerchantId, merchantName } = request
  assert(isAddressOf(chain, walletAddress), 'validationFailed', {
    message: `walletAddress must be an address of ${chain}.`,
  })
  const network = networkOf(backend, environmentId, request)
  const { asset, cryptoAmount } = priceOf(backend, network, request)
  return insertPayment(backend, network, {
    environmentId,
    userId,
    provider: paymentProvider,
    walletAddress,
    ...tokenOf(asset),
    cryptoAmount,
    amount: request.amount,
    currency: request.currency.toUpperCase(),
    ...defined({ description, metadata, orderId, subMerchantId, merchantName }),
  })
}

type NewPayment = Omit<
  CryptoPayment,
  | 'id'
  | 'createdAt'
  | 'chain'
  | 'networkId'
  | 'network'
  | 'recipient'
  | 'expiresAt'
  | 'afterBlock'
  | 'returnUrl'
  | 'cancelUrl'
>

/** Stores a payment, which waits for ten minutes. It stores the present return URLs of the seller, too. */
export function insertPayment(
  backend: Backend,
  { chain, networkId, name }: RampNetwork,
  payment: NewPayment,
): CryptoPayment {
  const recipient = addressKey(chain, payment.walletAddress)
  const [latest] = backend.outside.chains.transactions(recipient, networkId, { limit: 1 })
  return backend.store.cryptoPayments.insert({
    ...newRecord(backend),
    ...payment,
    ...returnUrlsOf(backend, payment.environmentId, payment.provider),
    chain,
    networkId,
    network: name,
    recipient,
    expiresAt: backend.clock.isoIn(paymentMs),
    afterBlock: latest?.blockNumber ?? 0,
  })
}

/** The token of a payment. */
export function tokenOf({ symbol, decimals, contract }: RampAsset) {
  return { cryptoCurrency: symbol, decimals, ...defined({ contract }) }
}

function networkOf(backend: Backend, environmentId: string, { chain, networkId }: Request): RampNetwork {
  const network = rampNetworksOf(backend, environmentId).find(
    (each) =>
      chainNamespace(each.chain) === chainNamespace(chain) &&
      (networkId === undefined || String(each.networkId) === networkId),
  )
  return existing(network, 'validationFailed', {
    message: `networkId must be that of a network of ${chain} that the environment has enabled and that payments reach.`,
  })
}

/**
 * The token and the amount to pay: the requested token, or tokens worth the requested amount of money, in USDC if there
 * is one.
 */
function priceOf(
  backend: Backend,
  network: RampNetwork,
  { amount, currency }: Request,
): { readonly asset: RampAsset; readonly cryptoAmount: string } {
  assert(amount > 0, 'validationFailed', { message: 'amount must be greater than 0.' })
  const named = findRampAsset(backend, network, currency)
  if (named) return { asset: named, cryptoAmount: textOf(amount, named.decimals) }
  const money = moneyOf(backend, currency, 'currency')
  const asset = findRampAsset(backend, network, 'USDC') ?? (rampAssetsOn(backend, network)[0] as RampAsset)
  const digits = Math.min(asset.decimals, maximumDigits)
  const paid = parseUnits(textOf(amount, money.digits), money.digits)
  const rate = rateOf(asset, money)
  assert(rate > 0n, 'validationFailed', {
    message: 'currency must be one for which the token is worth enough to be sold.',
  })
  const scale = 10n ** BigInt(18 + digits - money.digits)
  return { asset, cryptoAmount: formatUnits((paid * scale + rate - 1n) / rate, digits) }
}

/** A number as a decimal text. @throws {@link DomainError} `validationFailed` for more digits than the unit has */
function textOf(amount: number, digits: number): string {
  const decimals = formatUnits(parseUnits(amount, 340), 340)
  return formatUnits(readAmount('amount', decimals, digits), digits)
}

/** The state of a payment. */
interface PaymentState {
  readonly status: 'pending' | 'paid' | 'expired'
  /** Of the transaction that paid it. */
  readonly transactionHash?: string
}

/**
 * The state of a payment by the present ledger: the first transfer of at least its amount before its expiry pays it. A
 * transfer pays one payment, the earliest first.
 */
export function paymentState(backend: Backend, payment: CryptoPayment): PaymentState {
  const { recipient, networkId, contract } = payment
  const payments = [...backend.store.cryptoPayments.scan('byRecipient', [recipient, networkId])].filter(
    (each) => each.contract === contract,
  )
  const transactions = backend.outside.chains.transactions(recipient, networkId, { limit: 1000 }).toReversed()
  const usedTransfers = new Set<string>()
  for (const each of payments) {
    const paid = transactions.find((transaction) => !usedTransfers.has(transaction.hash) && pays(transaction, each))
    if (paid) usedTransfers.add(paid.hash)
    if (each.id !== payment.id) continue
    if (paid) return { status: 'paid', transactionHash: paid.hash }
  }
  return { status: payment.expiresAt > backend.clock.iso() ? 'pending' : 'expired' }
}

function pays(transaction: ChainTransaction, payment: CryptoPayment): boolean {
  const { recipient, contract, cryptoAmount, decimals, afterBlock, expiresAt } = payment
  if (transaction.blockNumber <= afterBlock || transaction.createdAt >= expiresAt) return false
  const requiredAmount = parseUnits(cryptoAmount, decimals)
  return transaction.transfers.some(
    (transfer) =>
      transfer.to === recipient &&
      transfer.contract === contract &&
      transfer.tokenId === undefined &&
      BigInt(transfer.amount) >= requiredAmount,
  )
}

/** A payment as replies show it. */
export function presentPayment(backend: Backend, payment: CryptoPayment): Schemas['CryptoPaymentResponse'] {
  const { id, amount, currency, cryptoCurrency, cryptoAmount, userId, walletAddress, createdAt, expiresAt } = payment
  const { description, metadata, orderId, returnUrl, cancelUrl } = payment
  const seconds = (instant: string) => Math.floor(instantOf(instant) / 1000)
  return {
    id,
    status: paymentState(backend, payment).status,
    amount,
    currency,
    cryptoCurrency,
    cryptoAmount,
    recipient: walletAddress,
    ...defined({ customerId: userId }),
    paymentUrl: backend.outside.sellers.paymentUrl(paymentProvider, id),
    qrCode: paymentRequestUri(payment),
    amountRefunded: 0,
    refunded: false,
    liveMode: environmentOf(backend, payment.environmentId).name === 'live',
    created: seconds(createdAt),
    expiredAt: seconds(expiresAt),
    ...defined({
      description,
      metadata: metadata === undefined ? undefined : { ...metadata },
      orderId,
      returnUrl,
      cancelUrl,
    }),
  }
}
