import { ExactEvmScheme } from '@x402/evm/exact/client'
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { type Hash, type LocalAccount, parseUnits } from 'viem'
import { Refusal, refusals } from './refusal.ts'

/** A caller's request to buy what a seller has at a URL (x402). */
export interface Purchase {
  /** The user's wallet. A UUID. */
  readonly walletId: string
  readonly url: URL
  /** The highest price, in the smallest unit of USDC. */
  readonly limit: bigint
}

export interface Bought {
  readonly contentType: string
  readonly content: string
  /** Absent if the seller wanted no money. */
  readonly transactionHash?: Hash
}

const refuse = (message: string) => new Refusal([400, 'purchase_malformed', message])

/** Reads the body of a request: `{ walletId, url, maxUsdc }`, with the amount as a text, such as `0.05`. */
export function readPurchase(body: unknown): Purchase {
  const { walletId, url, maxUsdc } = Object(body) as Record<string, unknown>
  if (typeof walletId !== 'string') throw refuse('"walletId" is missing.')
  if (typeof url !== 'string' || !URL.canParse(url)) throw refuse('"url" is not a URL.')
  if (typeof maxUsdc !== 'string' || !/^\d{1,9}(\.\d{1,6})?$/.test(maxUsdc))
    throw refuse('"maxUsdc" is not an amount in USDC, such as "0.05".')
  return { walletId, url: new URL(url), limit: parseUnits(maxUsdc, 6) }
}

/** Follows no redirect, since it could lead to a seller that is not on the list. */
const fetchOnce: typeof fetch = (input, init) =>
  fetch(input, { ...init, redirect: 'error', signal: AbortSignal.timeout(10_000) })

/** Buys with an account, which signs and has no gas to pay. @throws what the account throws, or a refusal */
export async function buy(account: LocalAccount, { url, limit }: Omit<Purchase, 'walletId'>): Promise<Bought> {
  let refusal: unknown
  /** Keeps why the account does not sign, since the client of x402 passes on only the message. */
  const signer = {
    address: account.address,
    signTypedData: (typedData: Parameters<LocalAccount['signTypedData']>[0]) =>
      account.signTypedData(typedData).catch((error: unknown) => {
        refusal = error
        throw error
      }),
  }
  const client = new x402Client()
    .register('eip155:*', new ExactEvmScheme(signer as ConstructorParameters<typeof ExactEvmScheme>[0]))
    // Only USDC, and the limit of the caller in place of the client's own.
    .setSpendControls({ maxAmountPerPayment: false })
    .registerPolicy((_, offers) => {
      const fitting = offers.filter(({ amount }) => BigInt(amount) <= limit)
      if (fitting.length === 0) refusal = new Refusal(refusals.priceTooHigh)
      return fitting
    })
  const response = await wrapFetchWithPayment(
    fetchOnce,
    client,
  )(url).catch((cause: unknown) => {
    throw refusal ?? new Refusal(refusals.sellerFailed, cause)
  })
  if (response.status === 402) throw new Refusal(reasonOf(response))
  if (!response.ok) throw new Refusal(refusals.sellerFailed)
  const receipt = response.headers.get('payment-response')
  return {
    contentType: response.headers.get('content-type') ?? '',
    content: await response.text(),
    ...(receipt !== null && { transactionHash: decodePaymentResponseHeader(receipt).transaction as Hash }),
  }
}

/** Why a seller does not take the payment. */
function reasonOf({ headers }: Response) {
  const { error } = JSON.parse(atob(headers.get('payment-required') ?? btoa('{}'))) as { readonly error?: string }
  return error === 'insufficient_funds' ? refusals.insufficientFunds : refusals.sellerFailed
}
