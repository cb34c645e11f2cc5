import type { ControlCaller } from '@latchkey/contract/controlCaller'
import { withLocalFunctions } from './localFunctions.ts'
import type { RemoteControl } from './remoteMock.ts'

/** The functions of `mock.chain`. */
export function remoteChain(call: ControlCaller['call']): RemoteControl['chain'] {
  return withLocalFunctions('chain', {
    attach: (networkId, url) => call('POST chain/nodes', { networkId, url: String(url) }),
    detach: async (networkId) => (await call('POST chain/nodes/detach', { networkId })).detached,
    attached: async () => (await call('GET chain/nodes')).nodes,
    grantNft: (input) => call('POST chain/nfts', input),
    setTokenBalance: (input) => call('POST chain/balances', input),
    take: (input) => call('POST chain/take', input),
    addToken: (input) => call('POST chain/tokens', input),
    holdings: async (owner, chain) => (await call('GET chain/holdings', { owner, chain })).holdings,
    sanction: (address, chain) => call('POST chain/sanctions', { address, chain }),
    pardon: (address, chain) => call('POST chain/pardons', { address, chain }),
    deployWallet: ({ owners, ...input }) => call('POST chain/contractWallets', { ...input, owners: [...owners] }),
    registerKeys: (chain, address, keys) => call('POST chain/accountKeys', { chain, address, keys: [...keys] }),
    registerFarcaster: (input) => call('POST chain/farcaster', input),
    sockets: async () => (await call('GET chain/sockets')).sockets,
    networks: async () => (await call('GET chain/networks')).networks,
    address: (address, options) => call('GET chain/address', { address, ...options }),
    latest: (query = {}) => call('GET chain/latest', query),
    fund: (address, funds, networkId) => call('POST chain/funds', { address, funds, networkId }),
    balance: async (address, input) => (await call('GET chain/balance', { address, ...input })).balance,
    transactions: async (input) => (await call('GET chain/transactions', input)).transactions,
    mine: (input = {}) => call('POST chain/blocks', input),
    setAutomine: (isEnabled, networkId) => call('POST chain/automine', { isEnabled, networkId }),
    dropTransaction: (hash, networkId) => call('POST chain/drop', { hash, networkId }),
    reorg: (blocks, input) => call('POST chain/reorg', { blocks, ...input }),
    rpcUrl: async (network) => (await call('GET chain/rpcUrl', { network: String(network) })).url,
    registerName: (input) => call('POST chain/names', input),
    nameOf: async (address, chain) => (await call('GET chain/name', { address, chain })).name ?? undefined,
    flagAddress: (address, chain) => call('POST chain/addressFlags', { address, chain }),
    unflagAddress: (address, chain) => call('POST chain/addressFlags', { address, chain, flagged: false }),
    flagSite: (url, options) => call('POST chain/siteFlags', { url, ...options }),
  } satisfies RemoteControl['chain'])
}
