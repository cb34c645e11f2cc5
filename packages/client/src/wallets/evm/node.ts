import { nodeCodeOf, providerCodes } from '@latchkey/device/provider'
import type { Fetch } from '../../policies/pipeline.ts'
import { limitBody } from '../../shared/limitBody.ts'
import { ProviderRpcError } from './providerRpcError.ts'

/** Asks a node by JSON-RPC. */
export type AskNode = (method: string, params?: unknown) => Promise<unknown>

interface NodeReply {
  readonly result?: unknown
  readonly error?: { readonly code?: unknown; readonly message?: unknown; readonly data?: unknown } | string
}

/** A URL may hold a key, so messages name its host. */
function unreachable(url: string, status = 0, cause?: unknown): ProviderRpcError {
  const host = URL.parse?.(url)?.host ?? 'the chain'
  const answer = status >= 400 ? `answered with HTTP ${status}` : 'gave no answer'
  return new ProviderRpcError(nodeCodeOf(status), `The node at ${host} ${answer}.`, { cause })
}

/** As long as calls of the service may take. */
const limitMs = 30_000

/** The node of a URL. */
export function nodeAt(url: string, fetch: Fetch): AskNode {
  let id = 0
  return async (method, params = []) => {
    id += 1
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
    const headers = { 'content-type': 'application/json' }
    let reply: NodeReply
    let status = 0
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), limitMs)
    try {
      const init = { method: 'POST', headers, body, signal: controller.signal }
      const response = limitBody(await fetch(url, init), 2 ** 25, () => unreachable(url))
      status = response.status
      reply = Object(await response.json()) as NodeReply
    } catch (cause) {
      throw unreachable(url, status, cause)
    } finally {
      clearTimeout(timer)
    }
    const { error, result } = reply
    // Gateways before a node answer `{ "error": "…" }`, which is not JSON-RPC.
    if (typeof error === 'object' && error !== null) {
      const { code, message, data } = error
      throw new ProviderRpcError(typeof code === 'number' ? code : providerCodes.internal, String(message), { data })
    }
    if (result === undefined) throw unreachable(url, status)
    return result
  }
}
