import { formatUnits, parseChainUnits } from '@latchkey/base/amounts'
import { assertKeys, didYouMean } from '@latchkey/base/nearest'
import type { ChainTransaction } from '@latchkey/chains/chains'
import { type ContractDefinition, definitionKey } from '@latchkey/chains/contractDefinitions'
import { accountAt, familyOf, nativeDecimalsOf } from '@latchkey/chains/ledger/accounts'
import { latestBlock } from '@latchkey/chains/ledger/blocks'
import { decimalsOf, tokenContracts } from '@latchkey/chains/ledger/chainTokens'
import { fund, type Funds } from '@latchkey/chains/ledger/faucet'
import { dropBlocks, replaceBlocks } from '@latchkey/chains/ledger/history'
import { declareContract, tokenAmountOf } from '@latchkey/chains/ledger/tokens'
import { transactionsOf } from '@latchkey/chains/ledger/transactions'
import { networkIdsOf, solanaCluster } from '@latchkey/chains/networks'
import type { ChainNode } from '@latchkey/chains/real/chainNode'
import { addressKey, chainNamespace, isAddressOf } from '@latchkey/crypto/chainAddresses'
import { isCustomEvmNetwork } from '../../domain/chains/evmNetworks.ts'
import { outsideUrls } from '../../outside/addresses.ts'
import { transact, type World } from '../../world/world.ts'
import type { LedgerChain as Chain } from '../views/ledgerNetworks.ts'
import { assertCluster, assertNode } from './assertNode.ts'
import { assertSimulated } from './assertSimulated.ts'

/** The amount that an address receives: whole units as decimal texts, such as `{ ether: '0.5' }`. */
type FundInput =
  | { readonly ether: string }
  | { readonly sol: string }
  | {
      /** Symbol of a token that is known on the network, or the address of its contract. */
      readonly token: string
      readonly amount: string
    }

interface BalanceInput {
  /** Symbol or address of a token. @default the network's currency */
  readonly token?: string | undefined
  /** @default the family's main network: 1, or 101 on Solana */
  readonly networkId?: number | undefined
}

interface TransactionsInput extends Pick<BalanceInput, 'networkId'> {
  readonly address: string
  /** @default 100 */
  readonly limit?: number | undefined
}

interface ReorganizationInput {
  /** An EVM chain. @default 1 */
  readonly networkId?: number | undefined
  /**
   * Whether the transactions of these blocks are mined again in later blocks (`'keep'`) or are gone (`'drop'`).
   * @default 'keep'
   */
  readonly transactions?: 'keep' | 'drop' | undefined
}

/** The ledger of the simulated chains: currencies, tokens and transactions of the EVM chains and Solana. */
export interface LedgerControl {
  /**
   * Adds to an address's balance, without a transaction and without a sender. On a real node it uses the method of
   * development nodes, and only for the network's currency.
   *
   * @param networkId - One network. @default all networks of the family that have a node, or all that have the token
   * @throws TypeError for an invalid address or amount, for a token that is not known, for a network without a node,
   * and for a real node that cannot set balances
   * @example
   * await mock.chain.fund(address, { ether: '2' })
   * await mock.chain.fund(address, { token: 'USDC', amount: '50' }, 8453)
   */
  fund(address: string, funds: FundInput, networkId?: number): Promise<void>
  /** The exact balance of an address, as a decimal text of whole tokens. @throws TypeError as `fund` */
  balance(address: string, input?: BalanceInput): string
  /**
   * The transactions that touch an address on a network, the latest first, with the transfers in them.
   *
   * @throws TypeError for an invalid address, and for a network without a node
   */
  transactions(input: TransactionsInput): ChainTransaction[]
  /**
   * Replaces the last blocks of an EVM chain by a branch that is one block longer.
   *
   * Kept transactions have other block numbers and hashes, and no event fires again. Dropped ones are gone from
   * receipts, balances, nonces and lists, and their senders can sign these nonces again. Amounts that `fund` and other
   * functions of the control object have added since are dropped with them. Events that fired stay.
   *
   * @param blocks - How many of the last blocks to replace.
   * @throws TypeError for less than one block, for more than there are after the first one, and for Solana, where
   * everything is final
   */
  reorg(blocks: number, input?: ReorganizationInput): Promise<void>
  /**
   * Defines how a contract of the EVM chains behaves. The functions stay in this process: a fork has them too, an
   * export does not.
   *
   * @param abi - As JSON, or as signatures in Solidity.
   * @param networkId - One network. @default all networks that have a node, except custom ones
   * @throws TypeError for an invalid address, a network without a node, and a handler without a function in the ABI
   * @example
   * const abi = ['function quote(uint256 amount) view returns (uint256)']
   * await mock.chain.contract(address, abi, { quote: (_, amount: bigint) => amount * 2n })
   */
  contract(
    address: string,
    abi: ContractDefinition['abi'],
    handlers: ContractDefinition['handlers'],
    networkId?: number,
  ): Promise<void>
  /**
   * The address of a chain's JSON-RPC: of an EVM chain by its chain id, of Solana by its cluster, such as `devnet`, or by
   * the id that the interface gives the cluster, such as 101.
   *
   * @throws TypeError for a network without a node
   */
  rpcUrl(network: number | string): string
}

/** The networks of calls that name none. */
export const mainNetworkIds: Readonly<Record<Chain, number>> = { EVM: 1, SOL: 101 }

export function createLedgerControl(world: World): LedgerControl {
  const read = () => ({ store: world.store.reader })
  return {
    async fund(address, funds, networkId) {
      assertFunds(funds)
      const chain = chainOfFunds(funds, address)
      const account = accountOf(chain, address)
      const shares = fundsOf(read(), chain, { funds, networkId })
      const real = shares.flatMap((share) => {
        const { node } = world.realParts.chainAt({ family: familyOf(account), networkId: share.networkId }) ?? {}
        return node ? [{ node, share }] : []
      })
      await fundOnNodes(world, { chain, address }, real)
      const simulated = shares.filter((share) => real.every((each) => each.share !== share))
      await transact(world, (backend) => {
        if (networkId !== undefined) assertNode(backend, { chain, networkId }, 'chain.fund()')
        for (const share of simulated) fund(backend, account, share)
      })
    },
    balance(address, { token, networkId } = {}) {
      const chain = chainOfAddress(address)
      const account = accountOf(chain, address)
      const network = networkId ?? mainNetworkIds[chain]
      assertNode(read(), { chain, networkId: network }, 'chain.balance()')
      assertSimulated(world, { chain, networkId: network }, 'chain.balance()')
      if (token === undefined) {
        const { balance } = accountAt(read(), { account, networkId: network })
        return formatUnits(balance, nativeDecimalsOf(familyOf(account)))
      }
      const [networkContract] = contractsOf(read(), chain, { token, networkIds: [network] })
      if (!networkContract) throw unknownToken(read(), chain, token)
      const amount = tokenAmountOf(read(), { kind: 'token', ...networkContract }, account)
      return formatUnits(amount, decimalsOf(read(), networkContract.contract, network))
    },
    transactions({ address, limit = 100, ...input }) {
      const chain = chainOfAddress(address)
      const { networkId = mainNetworkIds[chain] } = input
      assertNode(read(), { chain, networkId }, 'chain.transactions()')
      assertSimulated(world, { chain, networkId }, 'chain.transactions()')
      const networkAccount = { account: accountOf(chain, address), networkId }
      return transactionsOf(read(), networkAccount, { limit })
    },
    async reorg(blocks, { networkId = mainNetworkIds.EVM, transactions = 'keep' } = {}) {
      const network = { family: chainNamespace('EVM'), networkId }
      const refuse = (reason: string) => new TypeError(`Failed to call "chain.reorg()": ${reason}`)
      if (!(await isEvmNetwork(world, networkId))) throw refuse(`there is no EVM chain ${networkId}.`)
      assertSimulated(world, { chain: 'EVM', networkId }, 'chain.reorg()')
      if (!Number.isInteger(blocks) || blocks < 1) throw refuse('write a whole number of blocks, 1 or more.')
      await transact(world, (backend) => {
        const { number } = latestBlock(backend, network)
        if (blocks > number) throw refuse(`chain ${networkId} has ${number} blocks after the first one.`)
        const reorganize = transactions === 'keep' ? replaceBlocks : dropBlocks
        reorganize(backend, network, blocks)
      })
    },
    // Public as it is.
    // oxlint-disable-next-line max-params
    async contract(address, abi, handlers, networkId) {
      const account = accountOf('EVM', address)
      if (networkId !== undefined) assertSimulated(world, { chain: 'EVM', networkId }, 'chain.contract()')
      const { assertHandlers } = await import('@latchkey/chains/ledger/evm/contractHandlers')
      assertHandlers({ abi, handlers })
      await transact(world, (backend) => {
        if (networkId !== undefined) assertNode(backend, { chain: 'EVM', networkId }, 'chain.contract()')
        for (const each of networkId === undefined ? networkIdsOf('EVM') : [networkId]) {
          declareContract(backend, { account, networkId: each, standard: 'handlers' })
          backend.contractDefinitions.set(definitionKey(each, account), { abi, handlers })
        }
      })
    },
    rpcUrl(network) {
      const urls = outsideUrls(world)
      if (typeof network === 'string') {
        assertCluster(network, 'chain.rpcUrl()')
        return urls.rpc('solana', network)
      }
      // The interface numbers the clusters of Solana as well.
      const cluster = solanaCluster(String(network))
      if (cluster && !isCustomEvmNetwork(read(), network)) return urls.rpc('solana', cluster.name)
      assertNode(read(), { chain: 'EVM', networkId: network }, 'chain.rpcUrl()')
      return urls.rpc('evm', network)
    },
  }
}

/** How the nodes of each chain give currency out of nothing. */
const loadFunding = {
  EVM: async () => (await import('@latchkey/chains/real/evm/realFunds')).fundOnNode,
  SOL: async () => (await import('@latchkey/chains/real/solana/realFunds')).airdropOnNode,
}

/** Tokens of a real node have an issuer, who can send them. @throws TypeError with a sentence */
async function fundOnNodes(
  world: World,
  { chain, address }: { readonly chain: Chain; readonly address: string },
  shares: readonly { readonly node: ChainNode; readonly share: Funds }[],
): Promise<void> {
  for (const { share } of shares)
    if (share.contract !== undefined) assertSimulated(world, { chain, networkId: share.networkId }, 'chain.fund()')
  if (shares.length === 0) return
  const give = await loadFunding[chain]()
  for (const { node, share } of shares)
    await give(node, address, parseChainUnits(share.amount, nativeDecimalsOf(chainNamespace(chain))))
}

async function isEvmNetwork(world: World, networkId: number): Promise<boolean> {
  return networkIdsOf('EVM').includes(networkId) || transact(world, (backend) => isCustomEvmNetwork(backend, networkId))
}

interface NetworkContract {
  readonly networkId: number
  readonly contract: string
}

/** The amounts to add, one per network. */
function fundsOf(
  { store }: TokenStore,
  chain: Chain,
  { funds, networkId }: { readonly funds: FundInput; readonly networkId?: number | undefined },
): Funds[] {
  const networkIds = networkId === undefined ? networkIdsOf(chain) : [networkId]
  if (!('token' in funds)) {
    const amount = 'sol' in funds ? funds.sol : funds.ether
    return networkIds.map((each) => ({ networkId: each, amount }))
  }
  const networkContracts = contractsOf({ store }, chain, { token: funds.token, networkIds })
  if (networkContracts.length === 0) throw unknownToken({ store }, chain, funds.token)
  return networkContracts.map((networkContract) => ({ ...networkContract, amount: funds.amount }))
}

type TokenStore = Parameters<typeof tokenContracts>[0]

/** The contracts of a token by its symbol, or the one at an address. */
function contractsOf(
  backend: TokenStore,
  chain: Chain,
  { token, networkIds }: { readonly token: string; readonly networkIds: readonly number[] },
): NetworkContract[] {
  const described = tokenContracts(backend, chain).filter(({ networkId }) => networkIds.includes(networkId))
  if (!isAddressOf(chain, token))
    return described
      .filter(({ symbol }) => symbol === token)
      .map(({ networkId, contractAddress }) => ({ networkId, contract: addressKey(chain, contractAddress) }))
  const contract = addressKey(chain, token)
  const [only, ...others] = networkIds
  if (only !== undefined && others.length === 0) return [{ networkId: only, contract }]
  return described
    .filter(({ contractAddress }) => addressKey(chain, contractAddress) === contract)
    .map(({ networkId }) => ({ networkId, contract }))
}

function unknownToken(backend: TokenStore, chain: Chain, token: string): TypeError {
  const symbols = tokenContracts(backend, chain).map(({ symbol }) => symbol)
  const hint = `${didYouMean(token, symbols)} "chain.addToken()" registers a token; an address needs a network as well.`
  return new TypeError(`Failed to find a token: "${token}" is not known there.${hint}`)
}

const kindsOfFunds = ['ether', 'sol', 'token', 'amount']

/** @throws TypeError for funds of no kind */
function assertFunds(funds: FundInput): void {
  assertKeys(funds, kindsOfFunds, { call: 'chain.fund()', what: 'kind of funds' })
  if (!['ether', 'sol', 'token'].some((kind) => Object.hasOwn(funds, kind)))
    throw new TypeError('Failed to call "chain.fund()": write { ether }, { sol }, or { token, amount }.')
}

function chainOfFunds(funds: FundInput, address: string): Chain {
  if ('sol' in funds) return 'SOL'
  return 'ether' in funds ? 'EVM' : chainOfAddress(address)
}

const chainOfAddress = (address: string): Chain => (address.startsWith('0x') ? 'EVM' : 'SOL')

function accountOf(chain: Chain, address: string): string {
  if (!isAddressOf(chain, address))
    throw new TypeError(`Failed to use the simulated chain: "${address}" is not an address of ${chain}.`)
  return addressKey(chain, address)
}
