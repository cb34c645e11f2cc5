import { formatUnits } from '@latchkey/base/amounts'
import { defined } from '@latchkey/base/defined'
import type { RampOffer } from '../../effects/outside.ts'
import type { CryptoPayment } from '../../store/rampRecords.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { insertPayment, tokenOf } from './cryptoPayments.ts'
import { moneyOf, rateOf, readAmount } from './quotes.ts'
import type { RampAsset, RampNetwork } from './rampNetworks.ts'

/** The buyer's fee, in percent. */
const feePercent = 2n

/** A request to sell tokens. */
export interface Sale {
  readonly network: RampNetwork
  readonly asset: RampAsset
  /** Whole tokens, as a decimal text. */
  readonly amount: string
  readonly currency: string
}

/**
 * Sells tokens: the buyer waits ten minutes for them at its own address.
 *
 * @throws {@link DomainError} `validationFailed` for an amount that the token cannot express or that is worth nothing
 */
export async function createSale(
  backend: Backend,
  { environmentId, provider, merchantName }: Pick<RampOffer, 'environmentId' | 'provider' | 'merchantName'>,
  { network, asset, amount, currency }: Sale,
): Promise<CryptoPayment> {
  const money = moneyOf(backend, currency, 'currency')
  const units = readAmount('amount', amount, asset.decimals)
  const scale = 10n ** BigInt(18 + asset.decimals - money.digits)
  const payout = ((units * rateOf(asset, money)) / scale) * (100n - feePercent)
  const payoutText = `${formatUnits(payout / 100n, money.digits)} ${money.code}`
  assert(payout >= 100n, 'validationFailed', { message: 'The amount is too small: nobody pays money for it.' })
  return insertPayment(backend, network, {
    environmentId,
    provider,
    walletAddress: await backend.outside.chains.businessAddress(provider, network.chain),
    ...tokenOf(asset),
    cryptoAmount: formatUnits(units, asset.decimals),
    amount: Number(amount),
    currency: asset.symbol,
    payout: payoutText,
    ...defined({ merchantName }),
  })
}
