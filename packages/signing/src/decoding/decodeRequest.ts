import type { Chains } from '@latchkey/chains/chains'
import type { WaasChain } from '../policyChains.ts'
import { messageEffects, type PolicyEffects, rawEffects } from '../policyEffects.ts'
import type { RequestToDecode } from './requestToDecode.ts'

/** The chains that are asked for what a request leaves open. */
type AskedChains = Pick<Chains, 'isErc721' | 'solana'>
type Decoder = (chains: AskedChains, input: RequestToDecode) => PolicyEffects | Promise<PolicyEffects>

/** Sui signs digests of 32 bytes, and TON signs hashes of cells. Their content cannot be decoded. */
function decodeDigests(_: AskedChains, { request, signed }: RequestToDecode): PolicyEffects {
  const { suiMessage, suiTransaction } = request.context ?? {}
  if (suiTransaction !== undefined) {
    const hidden = ['Transactions of Sui are not decoded.']
    return { kind: 'transaction', grants: [], calls: [], fees: [], unknown: [], hidden }
  }
  const isMessage = suiMessage !== undefined || signed.length !== 64
  return isMessage ? messageEffects : rawEffects
}

const decoders: Record<WaasChain, Decoder> = {
  EVM: async (chains, input) => (await import('./evmRequests.ts')).decodeEvmRequest(chains, input),
  SVM: async (chains, input) => (await import('./svmRequests.ts')).decodeSvmRequest(chains, input),
  BTC: async (_, input) => (await import('./btcRequests.ts')).decodeBtcRequest(input),
  SUI: decodeDigests,
  TON: decodeDigests,
}

/** Decodes the effects of a request from the bytes that are signed. */
export async function decodeRequest(chains: AskedChains, input: RequestToDecode): Promise<PolicyEffects> {
  return decoders[input.chain](chains, input)
}
