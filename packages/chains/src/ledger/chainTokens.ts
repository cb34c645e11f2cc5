import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import { addressKey, type Chain, chainNamespace } from '@latchkey/crypto/chainAddresses'
import type { ChainBackend, ChainReadStore } from '../backend.ts'
import type { Account, TokenContract } from '../chains.ts'
import type { ChainToken } from '../records.ts'
import { addressOf, familyOf } from './accounts.ts'
import { knownTokens } from './knownTokens.ts'

/** The facts about a token contract that a test registers. */
export type ChainTokenInput = Pick<ChainToken, 'networkId' | 'contractAddress' | 'name' | 'symbol'> & {
  readonly chain?: Chain | undefined
  /** Digits after the point of a whole token. @default 18, on Solana 9; those of a token that is known already */
  readonly decimals?: number | undefined
}

/** The default decimals of tokens without a description, by family. */
const usualDecimals = (namespace: string) => (namespace === 'solana' ? 9 : 18)

type TokenStore = { readonly store: Pick<ChainReadStore, 'chainTokens' | 'tokenBalances'> }

/**
 * Registers a token contract, or renames a registered one.
 *
 * @throws TypeError for other decimals while somebody holds the token, whose balances they would change
 */
export function putChainToken(
  backend: Pick<ChainBackend, 'store' | 'clock' | 'newId'>,
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
  { store }: { readonly store: Pick<ChainReadStore, 'chainTokens'> },
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
  { store }: { readonly store: Pick<ChainReadStore, 'chainTokens'> },
  contract: Account,
  networkId: number,
): TokenContract | undefined {
  return store.chainTokens.find('byKey', [contract, networkId]) ?? knownByKey().get(`${contract} ${networkId}`)
}

/** Whether a contract is one of the major tokens, whatever a test has registered at its address. */
export const isWellKnown = (contract: Account, networkId: number): boolean =>
  knownByKey().has(`${contract} ${networkId}`)

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
  backend: { readonly store: Pick<ChainReadStore, 'chainTokens'> },
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
  return tokens.flatMap(({ name, symbol, decimals, contracts, namesOnChain }) =>
    Object.entries(contracts).map(([network, contractAddress]) => ({
      name,
      symbol,
      decimals,
      networkId: Number(network),
      contractAddress,
      ...defined({ nameOnChain: namesOnChain?.[Number(network)] }),
    })),
  )
}
