import type { ControlInput } from '../../live/control.ts'

/** The fields as they were filled in. */
interface FundFields {
  readonly address: string
  /** Symbol of the network's currency, symbol of a token, or address of its contract. */
  readonly asset: string
  readonly amount: string
  /** Number of the network; empty for all. */
  readonly network: string
  /** Symbol of the network's currency; for all networks that of the main one. */
  readonly currency: string
}

const isSolana = (address: string) => !address.startsWith('0x')

/** The call that funds an address. @throws Error with a sentence about the field that is wrong */
export function fundInputOf(fields: FundFields): ControlInput<'POST chain/funds'> {
  const { address, currency } = fields
  const [asset, amount] = [fields.asset.trim(), fields.amount.trim()]
  if (!/^\d+(\.\d+)?$/.test(amount) || /^[0.]+$/.test(amount))
    throw new Error('amount: write a decimal number above 0, with a point: 1.5')
  if (asset === '') throw new Error('asset: write the symbol of a currency or token, or the address of its contract.')
  const networkId = fields.network === '' ? {} : { networkId: Number(fields.network) }
  if (asset.toLowerCase() !== currency.toLowerCase()) return { address, funds: { token: asset, amount }, ...networkId }
  return { address, funds: isSolana(address) ? { sol: amount } : { ether: amount }, ...networkId }
}
