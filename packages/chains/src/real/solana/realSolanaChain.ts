import { defined } from '@latchkey/base/defined'
import type { Answers } from '@latchkey/base/questions'
import { UnavailablePart } from '@latchkey/base/unavailablePart'
import type { Chains, CodeKind, TokenHolding } from '../../chains.ts'
import { addressOf, familyOf } from '../../ledger/accounts.ts'
import { type ChainNode, createChainNode, type NodeReply } from '../chainNode.ts'
import type { ChainWorld, RealChain } from '../realChain.ts'
import { accountAt, lamportsAt, mintIn } from './nodeAccounts.ts'
import { createNodeFunds, type NodeFunds } from './nodeFunds.ts'
import { type AccountsAfter, allowancesAfter, realRunner } from './realRunner.ts'
import { readAllBalances, readAllowances, readBalances, readTokenContract } from './realTokens.ts'
import { readBlockHash, readTransaction, readTransactions } from './realTransactions.ts'
import { solanaNode, type SolanaNode } from './solanaNode.ts'

/** A cluster of the service that a node can be. */
interface AttachedCluster {
  /** Such as `devnet`. */
  readonly name: string
  readonly networkId: number
  readonly genesisHash: string
}

const genesisQuestion = { label: 'getGenesisHash', content: { method: 'getGenesisHash', params: [] } }

/** The public clusters, by the hashes of their first blocks. A local one has a hash of its own. */
const publicClusters: Readonly<Record<string, string>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d': 'mainnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG: 'devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY': 'testnet',
}

/**
 * Asks the node at a URL which cluster it has, and makes it a real part. A local cluster can be each of the service's.
 *
 * @throws {@link UnavailablePart} when the node does not answer
 * @throws TypeError for an invalid URL, and the node of another public cluster
 */
export async function connectSolanaCluster(cluster: AttachedCluster, url: string | URL): Promise<RealChain> {
  const name = `solana ${cluster.name}`
  const node = createChainNode(name, url, socketAddress(url))
  const [answer] = await node.ask([genesisQuestion])
  const fail = (sentence: string) => new TypeError(`Failed to attach ${name}: ${sentence}`)
  if (!answer || 'problem' in answer) throw new UnavailablePart(name, answer?.problem ?? 'the node has not answered.')
  const reply = answer.value as NodeReply
  const hash = 'result' in reply ? reply.result : undefined
  if (typeof hash !== 'string' || hash.length < 32) throw fail(`there is no node of Solana at ${node.url.origin}.`)
  const present = Object.hasOwn(publicClusters, hash) ? publicClusters[hash] : undefined
  if (present !== undefined && hash !== cluster.genesisHash)
    throw fail(`the node at ${node.url.origin} has the cluster ${present}, by its genesis hash. Attach it as that.`)
  const funds = createNodeFunds(node)
  return {
    name,
    node,
    network: { family: 'solana', networkId: cluster.networkId },
    origin: node.url.origin,
    join: (outside, answers) => join(outside, { networkId: cluster.networkId, node, funds, answers }),
    async check() {
      const [again] = await node.ask([genesisQuestion])
      return again && 'problem' in again ? again.problem : undefined
    },
  }
}

/** The WebSocket of a validator is one port higher than its JSON-RPC. Without a port, both are at the same URL. */
function socketAddress(address: string | URL): string | URL {
  if (!URL.canParse(String(address))) return address
  const url = new URL(address)
  if (url.port !== '') url.port = String(Number(url.port) + 1)
  return url
}

interface Joint {
  readonly networkId: number
  readonly node: ChainNode
  readonly funds: NodeFunds
  readonly answers: Answers
}

/** Lets the node answer all questions about its cluster. */
function join<World extends ChainWorld>(outside: World, { networkId: attachedId, node, funds, answers }: Joint): World {
  const { chains } = outside
  const solana = solanaNode(node, answers)
  let after: AccountsAfter | undefined
  const isHere = (networkId: number, account = 'solana:') => networkId === attachedId && familyOf(account) === 'solana'
  const tokenContract: Chains['tokenContract'] = (contract, networkId) => {
    if (!isHere(networkId, contract)) return chains.tokenContract(contract, networkId)
    const real = readTokenContract(solana, contract, networkId)
    // A well-known token may have no metadata on a local cluster.
    const described = real?.symbol === 'TOKEN' ? chains.tokenContract(contract, networkId) : undefined
    return real && { ...real, ...defined({ name: described?.name, symbol: described?.symbol }) }
  }
  const joined: Chains = {
    ...chains,
    nativeBalance: (account, networkId) =>
      isHere(networkId, account)
        ? (lamportsAfter(after, account) ?? lamportsAt(solana, account))
        : chains.nativeBalance(account, networkId),
    holdings(account, networkId, contract) {
      if (!isHere(networkId, account)) return chains.holdings(account, networkId, contract)
      return readBalances(solana, account, contract).map((holding) => wholeTokens(solana, holding))
    },
    tokenContract,
    tokenBalances: (account, networkId) =>
      isHere(networkId, account) ? readAllBalances(solana, account) : chains.tokenBalances(account, networkId),
    allowances(owner, networkId) {
      if (!isHere(networkId, owner)) return chains.allowances(owner, networkId)
      return after ? allowancesAfter(solana, addressOf(owner), after) : readAllowances(solana, owner)
    },
    transactions: (account, networkId, page) =>
      isHere(networkId, account)
        ? readTransactions(solana, { account, networkId }, page)
        : chains.transactions(account, networkId, page),
    sentTransaction: (networkId, hash) =>
      // Networks of the EVM have numbers of their own, and hashes of another form.
      isHere(networkId) && !hash.startsWith('0x')
        ? readTransaction(solana, networkId, hash)
        : chains.sentTransaction(networkId, hash),
    blockHash: (chain, networkId, blockNumber) =>
      chain === 'SOL' && isHere(networkId)
        ? readBlockHash(solana, blockNumber)
        : chains.blockHash(chain, networkId, blockNumber),
    codeKind: (account, networkId) =>
      isHere(networkId, account) ? codeKind(solana, account) : chains.codeKind(account, networkId),
    async pay(payment) {
      if (!isHere(payment.networkId, payment.to)) return chains.pay(payment)
      const reason = `${node.name} is a real node, on which simulated businesses have no money to pay with.`
      return { status: 'refused', reason }
    },
    solana: async () =>
      realRunner(solana, {
        networkId: attachedId,
        simulated: await chains.solana(),
        fillUp: (account, lamports) => funds.fillUp(account, { lamports, answers }),
        during(accounts, read) {
          after = accounts
          try {
            return read()
          } finally {
            after = undefined
          }
        },
      }),
  }
  return { ...outside, chains: joined }
}

/** The balance of an account after a simulation; `undefined` for one that it could not change. */
function lamportsAfter(after: AccountsAfter | undefined, account: string): bigint | undefined {
  const [, changed] = after?.find(([address]) => address === addressOf(account)) ?? []
  return changed?.lamports
}

/** A balance in whole tokens, as gates compare it. */
function wholeTokens(node: SolanaNode, { kind, contract, amount }: TokenHolding) {
  const decimals = kind === 'token' ? (mintIn(accountAt(node, addressOf(contract)))?.decimals ?? 0) : 0
  return { kind, amount: Number(amount) / 10 ** decimals }
}

/** A program or a mint is a contract. */
function codeKind(node: SolanaNode, account: string): CodeKind {
  const present = accountAt(node, addressOf(account))
  return present?.isExecutable || mintIn(present) ? 'contract' : 'none'
}
