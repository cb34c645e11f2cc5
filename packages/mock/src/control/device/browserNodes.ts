import type { EvmNodes } from '@latchkey/browser-wallet/evm/evmWalletState'
import { callService, type Service, ServiceRefusal } from './embeddedDevice.ts'

/**
 * Asks a node of the mock, simulated or real, over its JSON-RPC.
 *
 * @param chain - `evm/1`, `solana/devnet`…
 * @throws WalletError with the code and the data of the node
 */
export async function askNode(
  service: Service,
  chain: string,
  { method, params }: { readonly method: string; readonly params: unknown },
): Promise<unknown> {
  const { fail } = await import('@latchkey/browser-wallet/walletError')
  const { nodeCodeOf } = await import('@latchkey/device/provider')
  const body = { jsonrpc: '2.0', id: 1, method, params }
  const { error, result } = await callService(service, `/__mock/chains/${chain}`, { body }).catch(
    (refusal: unknown) => {
      if (!(refusal instanceof ServiceRefusal)) throw refusal
      const message = `The node gave no answer: ${refusal.sentence}`
      throw fail(nodeCodeOf(refusal.status), message, { cause: refusal })
    },
  )
  if (!error) return result
  const { code, message, data } = error as { code: number; message: string; data?: unknown }
  throw fail(code, message, { data })
}

/** The nodes of EVM chains. */
export function evmNodesOf(service: Service): EvmNodes {
  const ask = (chainId: number, method: string, params: unknown = []) =>
    askNode(service, `evm/${chainId}`, { method, params })
  return {
    ask,
    hasChain: (chainId) =>
      ask(chainId, 'eth_chainId').then(
        () => true,
        () => false,
      ),
    async askPaymaster(url, method, params) {
      const own = `${service.world.baseUrl}/__mock/chains/`
      if (url.startsWith(own)) return askNode(service, url.slice(own.length), { method, params })
      const { fail } = await import('@latchkey/browser-wallet/walletError')
      const { providerCodes } = await import('@latchkey/device/provider')
      throw fail(
        providerCodes.chainDisconnected,
        'This wallet reaches only the paymaster services of the mock: pass `mock.chain.rpcUrl(chainId)` as the "url".',
      )
    },
  }
}
