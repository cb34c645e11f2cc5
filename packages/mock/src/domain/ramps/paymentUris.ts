import { parseUnits } from '@latchkey/base/amounts'
import { defined } from '@latchkey/base/defined'
import type { CryptoPayment } from '../../store/rampRecords.ts'

type Payment = Pick<
  CryptoPayment,
  'chain' | 'walletAddress' | 'networkId' | 'contract' | 'cryptoAmount' | 'decimals' | 'merchantName'
>

/**
 * The URI in the QR code of a payment, which wallets understand.
 *
 * @see https://eips.ethereum.org/EIPS/eip-681
 * @see https://docs.solanapay.com/spec
 */
export function paymentRequestUri(payment: Payment): string {
  return payment.chain === 'SOL' ? solanaUri(payment) : ethereumUri(payment)
}

function ethereumUri({ walletAddress, networkId, contract, cryptoAmount, decimals }: Payment): string {
  const amount = parseUnits(cryptoAmount, decimals).toString()
  if (contract === undefined) return `ethereum:${walletAddress}@${networkId}?value=${amount}`
  const token = contract.slice(contract.indexOf(':') + 1)
  return `ethereum:${token}@${networkId}/transfer?address=${walletAddress}&uint256=${amount}`
}

function solanaUri({ walletAddress, contract, cryptoAmount, merchantName }: Payment): string {
  const query = new URLSearchParams({
    amount: cryptoAmount,
    ...defined({ 'spl-token': contract?.slice(contract.indexOf(':') + 1), label: merchantName }),
  })
  return `solana:${walletAddress}?${query}`
}
