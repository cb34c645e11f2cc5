import { type Chain, chainNamespace } from '@latchkey/crypto/chainAddresses'
import { bitcoinNetworksOf } from '@latchkey/crypto/chains/bitcoinAddress'
import type { Backend } from '../shared/backend.ts'

interface ChainRow {
  /** The chain as the first line of its sign-in messages calls it (EIP-4361, CAIP-122). */
  readonly accountName: string
  /** The chain as settings call it. */
  readonly settingsName: string
  /** Networks, the main one first, with the other spellings of each: references of CAIP-2, chain ids, names. */
  readonly networks: Readonly<Record<string, readonly string[]>>
}

const ethereum: ChainRow = { accountName: 'Ethereum', settingsName: 'evm', networks: {} }

const rows: Record<Chain, ChainRow> = {
  EVM: ethereum,
  ETH: ethereum,
  SOL: {
    accountName: 'Solana',
    settingsName: 'solana',
    networks: {
      mainnet: ['mainnet-beta', '101', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
      testnet: ['102', '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'],
      devnet: ['103', 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
    },
  },
  ECLIPSE: {
    accountName: 'Eclipse',
    settingsName: 'eclipse',
    networks: { mainnet: ['EAQLJCV2mh23BsK2P9oYpV5CHVLDNHTx'], testnet: [], devnet: [] },
  },
  BTC: {
    accountName: 'Bitcoin',
    settingsName: 'bitcoin',
    networks: {
      mainnet: ['000000000019d6689c085ae165831e93'],
      testnet: ['testnet3', '000000000933ea01ad0ee984209779ba'],
      signet: ['00000008819873e925422c1ff0f99f7c'],
      regtest: [],
    },
  },
  COSMOS: {
    accountName: 'Cosmos',
    settingsName: 'cosmos',
    networks: {
      'cosmoshub-4': ['mainnet'],
      provider: ['testnet'],
      'theta-testnet-001': [],
      'osmosis-1': [],
      'osmo-test-5': [],
      'juno-1': [],
      'noble-1': [],
      'stargaze-1': [],
      'neutron-1': [],
      'axelar-dojo-1': [],
      'dydx-mainnet-1': [],
      celestia: [],
    },
  },
  FLOW: { accountName: 'Flow', settingsName: 'flow', networks: { mainnet: [], testnet: [], emulator: [] } },
  ALGO: {
    accountName: 'Algorand',
    settingsName: 'algorand',
    networks: {
      mainnet: ['416001', 'wGHE2Pwdvd7S12BL5FaOP20EGYesN73k'],
      testnet: ['416002', 'SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe'],
      betanet: ['416003'],
    },
  },
  STARK: {
    accountName: 'Starknet',
    settingsName: 'starknet',
    networks: {
      SN_MAIN: ['mainnet', '0x534e5f4d41494e'],
      SN_SEPOLIA: ['testnet', 'sepolia', '0x534e5f5345504f4c4941'],
    },
  },
  SUI: {
    accountName: 'Sui',
    settingsName: 'sui',
    networks: { mainnet: ['35834a8a'], testnet: ['4c78adac'], devnet: [], localnet: [] },
  },
  APTOS: {
    accountName: 'Aptos',
    settingsName: 'aptos',
    networks: { mainnet: ['1'], testnet: ['2'], devnet: [], localnet: ['4'] },
  },
  TRON: {
    accountName: 'Tron',
    settingsName: 'tron',
    networks: {
      mainnet: ['0x2b6653dc', '728126428'],
      shasta: ['testnet', '0x94a9059e', '2494104990'],
      nile: ['0xcd8690dc', '3448148188'],
    },
  },
  TON: { accountName: 'TON', settingsName: 'ton', networks: { '-239': ['mainnet'], '-3': ['testnet'] } },
  SPARK: {
    accountName: 'Spark',
    settingsName: 'spark',
    networks: { mainnet: ['MAINNET'], testnet: ['TESTNET'], regtest: ['REGTEST'] },
  },
}

/** The chain as the first line of its sign-in messages calls it. */
export function accountNameOf(chain: Chain): string {
  return rows[chain].accountName
}

/** Returns the name of the chain's main network in sign-in messages. */
export function mainNetworkOf(chain: Chain): string {
  return Object.keys(rows[chain].networks)[0] ?? '1'
}

/** Whether the environment's settings have turned the chain off. A chain that they do not mention is on. */
export function isChainDisabled({ store }: Pick<Backend, 'store'>, environmentId: string, chain: Chain): boolean {
  return settingsOf({ store }, environmentId, chain)?.enabled === false
}

/**
 * A network of the chain by any of its spellings, with or without the chain's namespace before it (`eip155:1`).
 *
 * An environment knows the built-in networks, those in its settings, enabled or not, and the custom networks of its
 * organization.
 *
 * @returns The spelling that is compared; `undefined` for a network that the environment does not know.
 */
export function networkOf(
  { store }: Pick<Backend, 'store'>,
  environmentId: string,
  { chain, network: text }: { readonly chain: Chain; readonly network: string },
): string | undefined {
  const prefix = `${chainNamespace(chain)}:`
  const reference = text.startsWith(prefix) ? text.slice(prefix.length) : text
  for (const [name, spellings] of Object.entries(rows[chain].networks))
    if (name === reference || spellings.includes(reference)) return name
  const isListed = settingsOf({ store }, environmentId, chain)?.networks?.some(
    ({ networkId }) => String(networkId) === reference,
  )
  return isListed || isCustom({ store }, environmentId, { chain, chainId: reference }) ? reference : undefined
}

/**
 * Whether an address can belong to a network. A Bitcoin address names its network; on the other chains an address is
 * valid on every network. Custom networks accept any address.
 *
 * @param network - As {@link networkOf} spells it.
 */
export function isOnNetwork(chain: Chain, address: string, network: string): boolean {
  return chain !== 'BTC' || !Object.hasOwn(rows.BTC.networks, network) || bitcoinNetworksOf(address).includes(network)
}

function settingsOf({ store }: Pick<Backend, 'store'>, environmentId: string, chain: Chain) {
  return store.environments.get(environmentId)?.settings.chains.find(({ name }) => name === rows[chain].settingsName)
}

function isCustom(
  { store }: Pick<Backend, 'store'>,
  environmentId: string,
  { chain, chainId }: { readonly chain: Chain; readonly chainId: string },
): boolean {
  const organizationId = store.environments.get(environmentId)?.organizationId
  if (organizationId === undefined) return false
  const networks = [...store.customNetworks.scan('byOrganization', [organizationId])]
  return networks.some(
    (network) => network.chainId === chainId && chainNamespace(network.networkType) === chainNamespace(chain),
  )
}
