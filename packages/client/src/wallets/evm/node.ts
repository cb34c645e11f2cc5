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
  return async (method, params = []) => {
    const controller = new AbortController()
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: controller.signal,
    }
    let status = 0
    const read = async (): Promise<unknown> => {
      const response = limitBody(await fetch(url, init), 2 ** 25, () => unreachable(url))
      status = response.status
      return response.json()
    }
    const { error, result }: NodeReply = await new Promise((resolve, reject) => {
      // Also ends the wait for a function that ignores its signal.
      const timer = setTimeout(() => reject(controller.abort()), limitMs)
      void read()
        .then(resolve, reject)
        .then(() => clearTimeout(timer))
    }).then(Object, (cause: unknown) => {
      throw unreachable(url, status, cause)
    })
    // Gateways before a node answer `{ "error": "…" }`, which is not JSON-RPC.
    if (error && typeof error === 'object') {
      const { code, message, data } = error
      throw new ProviderRpcError(typeof code === 'number' ? code : providerCodes.internal, String(message), { data })
    }
    if (result === undefined) throw unreachable(url, status)
    return result
  }
}
