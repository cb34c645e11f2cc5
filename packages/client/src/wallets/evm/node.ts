import { providerCodes } from '@latchkey/device/provider'
import type { Fetch } from '../../policies/pipeline.ts'
import { limitBody } from '../../shared/limitBody.ts'
import { ProviderRpcError } from './providerRpcError.ts'

/** Asks a node by JSON-RPC. */
export type AskNode = (method: string, params?: unknown) => Promise<unknown>

interface NodeReply {
  readonly result?: unknown
  readonly error?: { readonly code?: unknown; readonly message?: unknown; readonly data?: unknown }
}

/** A URL may hold a key, so messages name its host. */
function unreachable(url: string, cause?: unknown): ProviderRpcError {
  const host = URL.parse?.(url)?.host ?? 'the chain'
  return new ProviderRpcError(providerCodes.chainDisconnected, `The node at ${host} gave no answer.`, { cause })
}

/** The node of a URL. */
export function nodeAt(url: string, fetch: Fetch): AskNode {
  let id = 0
  return async (method, params = []) => {
    id += 1
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
    const headers = { 'content-type': 'application/json' }
    let reply: NodeReply
    try {
      const response = limitBody(await fetch(url, { method: 'POST', headers, body }), 2 ** 25, () => unreachable(url))
      reply = Object(await response.json()) as NodeReply
    } catch (cause) {
      throw unreachable(url, cause)
    }
    const { error, result } = reply
    if (error) {
      const { code, message, data } = error
      throw new ProviderRpcError(typeof code === 'number' ? code : providerCodes.internal, String(message), { data })
    }
    if (result === undefined) throw unreachable(url)
    return result
  }
}
