import { addressKey, type Chain, chainNamespace } from '../domain/chains/chains.ts'
import { newRecord, type OutsideBackend, type OutsideReadStore } from '../domain/shared/backend.ts'
import type { Account, TokenContract } from '../effects/chains.ts'
import type { ChainToken } from '../store/outsideRecords.ts'
import { addressOf, familyOf } from './ledger/accounts.ts'

interface KnownToken {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** Contracts by the number of their network. */
  readonly contracts: Readonly<Record<number, string>>
}

/**
 * Public facts: the contracts of a few major tokens on the networks that every environment knows. By the family of
 * chains.
 */
export const knownTokens: Readonly<Record<string, readonly KnownToken[]>> = {
  eip155: [
    {
      name: 'USD Coin',
      symbol: 'USDC',
      decimals: 6,
      contracts: {
        1: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
        8453: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        137: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
        11155111: '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238',
        84532: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
      },
    },
    {
      name: 'Tether USD',
      symbol: 'USDT',
      decimals: 6,
      contracts: { 1: '0xdAC17F958D2ee523a2206206994597C13D831ec7', 137: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F' },
    },
    {
      name: 'Wrapped Ether',
      symbol: 'WETH',
      decimals: 18,
      contracts: {
        1: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
        8453: '0x4200000000000000000000000000000000000006',
        137: '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619',
        84532: '0x4200000000000000000000000000000000000006',
      },
    },
    {
      name: 'Dai Stablecoin',
      symbol: 'DAI',
      decimals: 18,
      contracts: {
        1: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
        8453: '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb',
        137: '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063',
      },
    },
    {
      name: 'Wrapped BTC',
      symbol: 'WBTC',
      decimals: 8,
      contracts: { 1: '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599' },
    },
    {
      name: 'Wrapped POL',
      symbol: 'WPOL',
      decimals: 18,
      contracts: { 137: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270' },
    },
  ],
  solana: [
    {
      name: 'USD Coin',
      symbol: 'USDC',
      decimals: 6,
      contracts: {
        101: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
        103: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
      },
    },
    {
      name: 'Tether USD',
      symbol: 'USDT',
      decimals: 6,
      contracts: { 101: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB' },
    },
    {
      name: 'Wrapped SOL',
      symbol: 'SOL',
      decimals: 9,
      contracts: {
        101: 'So11111111111111111111111111111111111111112',
        103: 'So11111111111111111111111111111111111111112',
      },
    },
  ],
}

/** The facts about a token contract that a test registers. */
export type ChainTokenInput = Pick<ChainToken, 'networkId' | 'contractAddress' | 'name' | 'symbol'> & {
  readonly chain?: Chain | undefined
  /** Digits after the point of a whole token. @default 18, on Solana 9; those of a token that is known already */
  readonly decimals?: number | undefined
}

/** The default decimals of tokens without a description, by family. */
const usualDecimals = (namespace: string) => (namespace === 'solana' ? 9 : 18)

type TokenStore = { readonly store: Pick<OutsideReadStore, 'chainTokens' | 'tokenBalances'> }

/**
 * Registers a token contract, or renames a registered one.
 *
 * @throws TypeError for other decimals while somebody holds the token, whose balances they would change
 */
export function putChainToken(
  backend: Pick<OutsideBackend, 'store' | 'clock' | 'newId'>,
  { chain = 'EVM', networkId, contractAddress, name, symbol, decimals }: ChainTokenInput,
): ChainToken {
  const key = addressKey(chain, contractAddress)
  const existingToken = backend.store.chainTokens.find('byKey', [key, networkId])
  const decimalsBefore = decimalsOf(backend, key, networkId)
  const isHeld = decimals !== decimalsBefore && backend.store.tokenBalances.count('byContract', [key, networkId]) > 0
  if (decimals !== undefined && isHeld)
    throw new TypeError(`Failed to register a token: it has ${decimalsBefore} decimals, and somebody holds it already.`)
  return backend.store.chainTokens.put({
    ...(existingToken ?? newRecord(backend)),
    chain,
    networkId,
    contractAddress,
    key,
    name,
    symbol,
    decimals: decimals ?? decimalsBefore,
  })
}

/**
 * The token contracts of a chain: well-known ones, then those that a test has registered. A registered contract
 * replaces the well-known one at its address.
 */
export function tokenContracts(
  { store }: { readonly store: Pick<OutsideReadStore, 'chainTokens'> },
  chain: Chain,
): TokenContract[] {
  const namespace = chainNamespace(chain)
  const registered = [...store.chainTokens.all()].filter((token) => chainNamespace(token.chain) === namespace)
  const replaced = new Set(registered.map((token) => `${token.key} ${token.networkId}`))
  return [
    ...knownContracts(namespace).filter(
      (contract) => !replaced.has(`${keyOf(namespace, contract.contractAddress)} ${contract.networkId}`),
    ),
    ...registered,
  ]
}

/** A token contract that is registered or well known. */
export function describedToken(
  { store }: { readonly store: Pick<OutsideReadStore, 'chainTokens'> },
  contract: Account,
  networkId: number,
): TokenContract | undefined {
  return store.chainTokens.find('byKey', [contract, networkId]) ?? knownByKey().get(`${contract} ${networkId}`)
}

/**
 * A token contract as the service sees it. A contract without a description gets a name if somebody holds its tokens.
 */
export function tokenContract(backend: TokenStore, contract: Account, networkId: number): TokenContract | undefined {
  const described = describedToken(backend, contract, networkId)
  if (described || backend.store.tokenBalances.count('byContract', [contract, networkId]) === 0) return described
  const contractAddress = addressOf(contract)
  return { networkId, contractAddress, name: 'Token', symbol: 'TOKEN', decimals: usualDecimals(familyOf(contract)) }
}

/** The digits after the point of a contract's whole token. */
export function decimalsOf(
  backend: { readonly store: Pick<OutsideReadStore, 'chainTokens'> },
  contract: Account,
  networkId: number,
): number {
  return describedToken(backend, contract, networkId)?.decimals ?? usualDecimals(familyOf(contract))
}

let knownKeys: ReadonlyMap<string, TokenContract> | undefined

function knownByKey(): ReadonlyMap<string, TokenContract> {
  knownKeys ??= new Map(
    Object.keys(knownTokens).flatMap((namespace) =>
      knownContracts(namespace).map((token) => [
        `${keyOf(namespace, token.contractAddress)} ${token.networkId}`,
        token,
      ]),
    ),
  )
  return knownKeys
}

const keyOf = (namespace: string, address: string) => addressKey(namespace === 'solana' ? 'SOL' : 'EVM', address)

function knownContracts(namespace: string): TokenContract[] {
  const tokens = knownTokens[namespace] ?? []
  return tokens.flatMap(({ name, symbol, decimals, contracts }) =>
    Object.entries(contracts).map(([network, contractAddress]) => ({
      name,
      symbol,
      decimals,
      networkId: Number(network),
      contractAddress,
    })),
  )
}
