import { FetchRequest, JsonRpcProvider } from 'ethers'
import {
  type Chain,
  createPublicClient,
  createTestClient,
  createWalletClient,
  http,
  publicActions,
  walletActions,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import type { Mock } from '../../src/mock/createMock.ts'

/** Unmodified clients of viem on a chain of the mock, for a new account. */
export function viemClients(mock: Mock, chain: Chain = mainnet) {
  const account = privateKeyToAccount(generatePrivateKey())
  const transport = http(mock.chain.rpcUrl(chain.id), {
    fetchFn: (input, init) => mock.fetch(input as Request, init),
    retryCount: 0,
  })
  const options = { chain, transport, pollingInterval: 5, cacheTime: 0 } as const
  return { account, reader: createPublicClient(options), wallet: createWalletClient({ ...options, account }) }
}

/** viem's client of development nodes on Ethereum, with nothing changed. */
export function testClient(url: string, mode: 'anvil' | 'hardhat' = 'anvil') {
  return createTestClient({ mode, chain: mainnet, transport: http(url, { retryCount: 0 }), cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions)
}

/** An unmodified provider of ethers on a chain of the mock. */
export function ethersProvider(mock: Mock, chainId = 1): JsonRpcProvider {
  const request = new FetchRequest(mock.chain.rpcUrl(chainId))
  request.getUrlFunc = async ({ url, method, headers, body }) => {
    const response = await mock.fetch(url, { method, headers, body: body as Uint8Array<ArrayBuffer> | null })
    return {
      statusCode: response.status,
      statusMessage: response.statusText,
      headers: Object.fromEntries(response.headers),
      body: new Uint8Array(await response.arrayBuffer()),
    }
  }
  return new JsonRpcProvider(request, chainId, { staticNetwork: true, pollingInterval: 5, cacheTimeout: -1 })
}

/** The same pair of clients as those of a real node (`anvil.ts`), on a chain of the mock. */
export function nodeClients(mock: Mock, chain: Chain = mainnet) {
  const { account, wallet } = viemClients(mock, chain)
  const transport = http(mock.chain.rpcUrl(chain.id), {
    fetchFn: (input, init) => mock.fetch(input as Request, init),
    retryCount: 0,
  })
  const options = { mode: 'anvil', chain, transport, pollingInterval: 5, cacheTime: 0 } as const
  return { account, wallet, test: createTestClient(options).extend(publicActions) }
}
