import type { MockServer } from '../hosts/server.ts'
import type { Mock } from '../mock/createMock.ts'

/** The facts of a server that programs need: its URLs, and the ids and tokens of its defaults. */
export function describeServer({ url, mock }: MockServer) {
  const { organizationId, projectId, admin, environments } = mock.defaults
  return {
    url,
    organizationId,
    projectId,
    admin: { token: admin.token },
    environments,
    controlUrl: `${url}/__mock/v1`,
    rpcUrls: rpcUrlsOf(mock),
  }
}

/** The nodes of the simulated chains: Ethereum's, whose last segment may be the id of any other EVM chain, and Solana's. */
export const rpcUrlsOf = ({ chain }: Mock) => ({ evm: chain.rpcUrl(1), solana: chain.rpcUrl('mainnet') })
