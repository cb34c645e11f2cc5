import { x402Client, x402HTTPClient } from '@x402/core/client'
import type { PaymentPayload, PaymentRequired } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment } from '@x402/fetch'
import type { Mock } from '../../src/mock/createMock.ts'

export const networkId = 84_532
export const usdc = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
export const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Signs typed data, as an account of viem does. */
export type Signer = ConstructorParameters<typeof ExactEvmScheme>[0]

/** The published client of x402 for a signer, with nothing changed. */
export function payerOf(mock: Pick<Mock, 'fetch'>, signer: Signer) {
  const client = new x402Client().register('eip155:*', new ExactEvmScheme(signer))
  const http = new x402HTTPClient(client)
  const fetchOfMock = (input: string | URL | Request, init?: RequestInit) => mock.fetch(new Request(input, init))
  /** The offer at a URL. */
  const offerAt = async (url: string): Promise<PaymentRequired> => {
    const response = await fetchOfMock(url)
    return http.getPaymentRequiredResponse((name) => response.headers.get(name), await response.json())
  }
  return {
    /** Pays where it is asked to, and reads the resource. */
    buy: wrapFetchWithPayment(fetchOfMock, client),
    offerAt,
    /** Signs a payment for what is sold at a URL, and sends nothing. */
    sign: async (url: string): Promise<PaymentPayload> => client.createPaymentPayload(await offerAt(url)),
    /** Sends a payment. */
    send: async (url: string, payment: PaymentPayload) =>
      fetchOfMock(url, { headers: http.encodePaymentSignatureHeader(payment) }),
    /** Reads the offer or the settlement in the headers of a response. */
    messageIn: (response: Response, name: 'payment-required' | 'payment-response') => {
      const header = response.headers.get(name)
      return header === null ? undefined : JSON.parse(atob(header))
    },
  }
}

/** An embedded wallet of a new user with USDC and no currency for gas. */
export async function walletWith(mock: Mock, dollars: string) {
  await mock.create.provider({ provider: 'dynamic' })
  const user = await mock.create.user({ email: 'ada@example.com' })
  const wallet = await mock.wallets.embedded(user, { chain: 'EVM' })
  if (dollars !== '0') await mock.chain.fund(wallet.address, { token: 'USDC', amount: dollars }, networkId)
  return wallet
}
