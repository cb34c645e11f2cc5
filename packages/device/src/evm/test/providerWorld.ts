import { vi } from 'vitest'
import type { FilledTransaction } from '../fillTransaction.ts'
import { createProvider, type Provider } from '../provider.ts'
import type { ProviderParts } from '../providerParts.ts'
import type { SignableOperation } from '../types.ts'

export const address = '0x00000000000000000000000000000000000B0b01'
export const other = '0x00000000000000000000000000000000000B0B02'

/** The signature of a delegation, as the simulated key writes each. */
export const signatureParts = { r: '0x0a', s: '0x0b', yParity: 1, v: 28n } as const

class RpcError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** The answers of a node by method: a value, or a function of the parameters that may throw. */
export type Answers = Readonly<Record<string, unknown>>

interface WorldParts extends Partial<Omit<ProviderParts, 'batches'>> {
  readonly answers?: Answers
  readonly batches?: Partial<ProviderParts['batches']>
}

/** A provider over a node that answers by a table, and what was asked of the node and signed. */
export function createProviderWorld({ answers = {}, batches = {}, ...parts }: WorldParts = {}) {
  const signed: FilledTransaction[] = []
  const operations: SignableOperation[] = []
  const asked: (readonly [chainId: number, method: string, params: unknown])[] = []
  const node: Record<string, unknown> = {
    eth_getTransactionCount: '0x7',
    eth_estimateGas: '0x5208',
    eth_getBlockByNumber: { baseFeePerGas: '0xa' },
    eth_maxPriorityFeePerGas: '0x1',
    eth_gasPrice: '0x9',
    eth_sendRawTransaction: '0xhash',
    ...answers,
  }
  const signing: ProviderParts['signing'] = {
    signMessage: async ({ message }) => `0x${typeof message === 'string' ? message : message.raw.slice(2)}`,
    signTypedData: async () => '0x1901',
    signTransaction: async (transaction) => {
      signed.push(transaction)
      return '0x02'
    },
    signAuthorization: async ({ contractAddress, chainId, nonce }) => ({
      address: contractAddress,
      chainId,
      nonce,
      ...signatureParts,
    }),
    signUserOperation: async (signable) => {
      operations.push(signable)
      return '0x03'
    },
  }
  const confirm = vi.fn<ProviderParts['confirm']>(() => true)
  const { provider, loseKey }: { readonly provider: Provider; loseKey(): void } = createProvider({
    address,
    chainId: 1,
    signing,
    batches: {
      delegationOf: () => undefined,
      smartWallet: () => undefined,
      askPaymaster: async () => null,
      ...batches,
    },
    async ask(chainId, method, params) {
      asked.push([chainId, method, params])
      const answer = node[method]
      return typeof answer === 'function' ? answer(params) : answer
    },
    hasChain: (id) => id === 1 || id === 8453,
    confirm,
    fail: (code, message, details) => Object.assign(new RpcError(code, message), details),
    failureOf: () => undefined,
    chainAdvice: 'Add it to the list of nodes.',
    ...parts,
  })
  const ask = (method: string, ...params: unknown[]) => provider.request({ method, params })
  /** The parameters with which a method of the node was asked. */
  const paramsOf = (method: string) => asked.filter(([, each]) => each === method).map(([, , params]) => params)
  return { provider, loseKey, ask, asked, paramsOf, confirm, node, signed, signing, operations }
}
