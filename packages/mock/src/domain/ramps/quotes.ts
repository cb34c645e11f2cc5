import { formatUnits, parseUnits } from '@latchkey/base/amounts'
import { trimEnd } from '@latchkey/base/trimEnd'
/** Prices of tokens. All amounts are exact: whole numbers of the smallest unit, rounded in favour of the seller. */
import type { components } from '@latchkey/types'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { existing } from '../shared/recordGuards.ts'
import type { RampAsset } from './rampNetworks.ts'

type Fee = components['schemas']['HostedOnrampFee']

/** Money: its code, its digits after the point, and US dollars for one unit. */
export interface Money {
  readonly code: string
  readonly digits: number
  readonly usd: number
}

/** The amount to pay, fees included, or the amount to buy, as a decimal text of whole units. */
export type QuoteInput = { readonly paymentAmount: string } | { readonly purchaseAmount: string }

/** A price with its parts, as decimal texts of whole units. */
export interface Quote {
  readonly paymentTotal: string
  readonly paymentSubtotal: string
  readonly fees: readonly Fee[]
  /** The price of a whole unit of the bought token, in the money of the payment. */
  readonly exchangeRate: string
  readonly purchaseAmount: string
}

/** Digits after the point of an exchange rate. */
const rateDigits = 18
/** The digits of any number of JavaScript. */
const priceDigits = 340
/** The seller's fee in percent of the subtotal. */
const exchangeFeePercent = 2n
/** The seller's fee for the transaction, in US dollars. */
const networkFeeUsd = 0.25

/** Currencies without a smaller unit than one. */
const wholeCurrencies: ReadonlySet<string> = new Set(['JPY'])

/** A currency of money by its code. @throws {@link DomainError} `validationFailed` */
export function moneyOf({ outside }: Backend, code: string, field: string): Money {
  const currency = outside.prices.list().find((price) => price.type === 'fiat' && price.code === code.toUpperCase())
  const { usd } = existing(currency, 'validationFailed', {
    message: `${field} must be a currency that people pay with here, such as USD.`,
  })
  return { code: code.toUpperCase(), usd, digits: wholeCurrencies.has(code.toUpperCase()) ? 0 : 2 }
}

/** Money for a whole unit of a currency or token, in units of 10⁻¹⁸. */
export function rateOf({ usd }: Pick<RampAsset, 'usd'>, money: Pick<Money, 'usd'>): bigint {
  const [price, worth] = [parseUnits(usd, priceDigits), parseUnits(money.usd, priceDigits)]
  return (price * 10n ** BigInt(rateDigits) + worth / 2n) / worth
}

/**
 * The price of a purchase. An amount to pay includes the fees; an amount to buy arrives in full.
 *
 * @throws {@link DomainError} `validationFailed` for an amount with more digits than its unit has, and for one that
 * buys nothing after the fees
 */
export function quote(asset: RampAsset, money: Money, input: QuoteInput): Quote {
  const rate = rateOf(asset, money)
  assert(rate > 0n, 'validationFailed', { message: 'purchaseCurrency must be worth enough to be sold.' })
  const networkFee = ceilDiv(10n ** BigInt(money.digits) * rateOf({ usd: networkFeeUsd }, money), 10n ** 18n)
  /** The smallest units of both, and the digits of the rate. */
  const scale = 10n ** BigInt(asset.decimals + rateDigits - money.digits)
  const { purchase, subtotal, exchangeFee } = 'paymentAmount' in input ? byPayment(input) : byPurchase(input)
  assert(purchase > 0n && subtotal > 0n, 'validationFailed', {
    message: 'The amount is too small: it buys nothing after the fees.',
  })
  const fee = (type: Fee['type'], amount: bigint): Fee => ({ type, amount: text(amount), currency: money.code })
  return {
    paymentTotal: text(subtotal + exchangeFee + networkFee),
    paymentSubtotal: text(subtotal),
    fees: [fee('FEE_TYPE_EXCHANGE', exchangeFee), fee('FEE_TYPE_NETWORK', networkFee)],
    exchangeRate: formatUnits(rate, rateDigits),
    purchaseAmount: formatUnits(purchase, asset.decimals),
  }

  function byPurchase({ purchaseAmount }: { readonly purchaseAmount: string }) {
    const bought = readAmount('purchaseAmount', purchaseAmount, asset.decimals)
    const price = ceilDiv(bought * rate, scale)
    return { purchase: bought, subtotal: price, exchangeFee: ceilDiv(price * exchangeFeePercent, 100n) }
  }

  function byPayment({ paymentAmount }: { readonly paymentAmount: string }) {
    const afterNetwork = readAmount('paymentAmount', paymentAmount, money.digits) - networkFee
    const price = afterNetwork > 0n ? (afterNetwork * 100n) / (100n + exchangeFeePercent) : 0n
    return { purchase: (price * scale) / rate, subtotal: price, exchangeFee: afterNetwork - price }
  }

  function text(amount: bigint): string {
    return formatUnits(amount, money.digits)
  }
}

const ceilDiv = (amount: bigint, divisor: bigint) => (amount + divisor - 1n) / divisor

/** Reads an amount, such as `12.5` or `.5`. @throws {@link DomainError} `validationFailed` for more digits than the unit has */
export function readAmount(field: string, amount: string, digits: number): bigint {
  const [whole = '', fraction = ''] = amount.split('.')
  const significant = trimEnd(fraction, '0')
  assert(significant.length <= digits, 'validationFailed', {
    message: `${field} must have at most ${digits} digits after the point.`,
  })
  const text = `${whole || '0'}.${significant.padEnd(1, '0')}`
  // The point needs a digit after it, which a unit without digits does not have.
  return digits === 0 ? parseUnits(text, 1) / 10n : parseUnits(text, digits)
}
