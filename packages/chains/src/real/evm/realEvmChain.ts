import { type Answers, OutsideFailure } from '@latchkey/base/questions'
import { UnavailablePart } from '@latchkey/base/unavailablePart'
import { addressKey } from '@latchkey/crypto/chainAddresses'
import type { Chains, CodeKind, EvmRunner, SimulatedEffects, TokenHolding } from '../../chains.ts'
import { addressOf, familyOf } from '../../ledger/accounts.ts'
import { type ChainNode, createChainNode, type NodeReply } from '../chainNode.ts'
import type { ChainWorld, RealChain } from '../realChain.ts'
import { datedSource, evmNode, type EvmNode, readHonestly } from './evmNode.ts'
import { hasNames, joinNames, namesQuestion } from './realNames.ts'
import { type CallInputs, nodeAfter, traceEffects } from './realSimulation.ts'
import { isErc721, readAllBalances, readAllowances, readBalances, readTokenContract } from './realTokens.ts'
import { readBlockHash, readTransaction, readTransactions } from './realTransactions.ts'
import { callsOfOperation } from './realUserOperations.ts'
import { isValidSignature } from './realWallets.ts'

const chainIdQuestion = { label: 'eth_chainId', content: { method: 'eth_chainId', params: [] } }

/**
 * Asks the node at a URL which chain it has, and makes it a real part.
 *
 * @throws {@link UnavailablePart} when the node does not answer
 * @throws TypeError for an invalid URL, and the node of another chain
 */
export async function connectEvmChain(networkId: number, url: string | URL): Promise<RealChain> {
  const name = `chain ${networkId}`
  const node = createChainNode(name, url)
  const [answer, registryAnswer] = await node.ask([chainIdQuestion, namesQuestion])
  const fail = (sentence: string) => new TypeError(`Failed to attach ${name}: ${sentence}`)
  if (!answer || 'problem' in answer) throw new UnavailablePart(name, answer?.problem ?? 'the node has not answered.')
  const reply = answer.value as NodeReply
  const chainId = 'result' in reply ? Number(reply.result) : Number.NaN
  if (!Number.isSafeInteger(chainId)) throw fail(`there is no node of an EVM chain at ${node.url.origin}.`)
  if (chainId !== networkId)
    throw fail(
      `the node at ${node.url.origin} has chain ${chainId}. Attach it as that, or start it with this chain id.`,
    )
  const source = datedSource(node)
  const withNames = hasNames(registryAnswer)
  return {
    name,
    node,
    network: { family: 'eip155', networkId },
    origin: node.url.origin,
    hasNames: withNames,
    join: (outside, answers) => join(outside, { networkId, node, source, answers, withNames }),
    async check() {
      const [again] = await node.ask([chainIdQuestion])
      return again && 'problem' in again ? again.problem : undefined
    },
  }
}

interface Joint {
  readonly networkId: number
  readonly node: ChainNode
  readonly source: ReturnType<typeof datedSource>
  readonly answers: Answers
  /** Whether the names are those of the node's registry. */
  readonly withNames: boolean
}

/** Lets the node answer all questions about its chain. */
function join<World extends ChainWorld>(
  outside: World,
  { networkId: attachedId, node, source, answers, withNames }: Joint,
): World {
  const { chains } = outside
  let evm = evmNode(source, answers)
  const isHere = (networkId: number, account = 'eip155:') => networkId === attachedId && familyOf(account) === 'eip155'
  const here = <T>(read: () => T): T => readHonestly(node.name, read)
  const joined: Chains = {
    ...chains,
    nativeBalance: (account, networkId) =>
      isHere(networkId, account)
        ? evm.quantity('eth_getBalance', [addressOf(account), 'latest'])
        : chains.nativeBalance(account, networkId),
    holdings(account, networkId, contract) {
      if (!isHere(networkId, account)) return chains.holdings(account, networkId, contract)
      return here(() => readBalances(evm, account, contract).map((holding) => wholeTokens(evm, holding, networkId)))
    },
    tokenContract: (contract, networkId) =>
      isHere(networkId, contract)
        ? here(() => readTokenContract(evm, contract, networkId))
        : chains.tokenContract(contract, networkId),
    tokenBalances(account, networkId) {
      if (!isHere(networkId, account)) return chains.tokenBalances(account, networkId)
      const tokens = chains.tokenContracts('EVM').filter((token) => token.networkId === networkId)
      const contracts = tokens.map(({ contractAddress }) => addressKey('EVM', contractAddress))
      return here(() => readAllBalances(evm, account, contracts))
    },
    allowances: (owner, networkId) =>
      isHere(networkId, owner) ? here(() => readAllowances(evm, owner)) : chains.allowances(owner, networkId),
    transactions: (account, networkId, page) =>
      isHere(networkId, account)
        ? here(() => readTransactions(evm, { account, networkId }, page))
        : chains.transactions(account, networkId, page),
    sentTransaction: (networkId, hash) =>
      isHere(networkId) ? here(() => readTransaction(evm, networkId, hash)) : chains.sentTransaction(networkId, hash),
    blockHash: (chain, networkId, blockNumber) =>
      chain === 'EVM' && isHere(networkId)
        ? here(() => readBlockHash(evm, blockNumber))
        : chains.blockHash(chain, networkId, blockNumber),
    codeKind: (account, networkId) =>
      isHere(networkId, account) ? codeKind(evm, account) : chains.codeKind(account, networkId),
    isErc721: (contract, networkId) =>
      networkId !== undefined && isHere(networkId, contract)
        ? here(() => isErc721(evm, contract))
        : chains.isErc721(contract, networkId),
    contractWallet: (address, network) =>
      network === String(attachedId) ? undefined : chains.contractWallet(address, network),
    isSignatureValid: (signed) =>
      signed.network === String(attachedId)
        ? here(() => isValidSignature(evm, signed))
        : chains.isSignatureValid?.(signed),
    async pay(payment) {
      if (!isHere(payment.networkId, payment.to)) return chains.pay(payment)
      const reason = `${node.name} is a real node, on which simulated businesses have no money to pay with.`
      return { status: 'refused', reason }
    },
    evm: async () => runner(await chains.evm()),
  }
  const names = withNames ? joinNames(outside.names, () => evm) : outside.names
  return { ...outside, chains: joined, names }

  /** Runs calls, and lets the chain be as it is after them for the length of a reader. */
  function simulated<T>(calls: CallInputs, read: (effects: SimulatedEffects) => T): T {
    const { logs, ...effects } = here(() => traceEffects(evm, calls))
    const before = evm
    evm = nodeAfter(before, calls, logs)
    try {
      return read(effects)
    } finally {
      evm = before
    }
  }

  function runner(simulatedRunner: EvmRunner): EvmRunner {
    return {
      simulate: (networkId, call, read) =>
        isHere(networkId) ? simulated([call], read) : simulatedRunner.simulate(networkId, call, read),
      simulateUserOperation(networkId, input, read) {
        if (!isHere(networkId)) return simulatedRunner.simulateUserOperation(networkId, input, read)
        const operation = here(() => callsOfOperation(evm, input))
        return 'problem' in operation ? operation : { result: simulated(operation.calls, read) }
      },
      acceptsSignature: (networkId, signed) =>
        !isHere(networkId) && simulatedRunner.acceptsSignature(networkId, signed),
    }
  }
}

/** A balance in whole tokens, as gates compare it. */
function wholeTokens(evm: EvmNode, { kind, contract, tokenId, amount }: TokenHolding, networkId: number) {
  const decimals = kind === 'token' ? (readTokenContract(evm, contract, networkId)?.decimals ?? 0) : 0
  return { kind, tokenId, amount: Number(amount) / 10 ** decimals }
}

/** The code of an account that has delegated itself (EIP-7702) begins with this. */
const delegation = '0xef0100'

function codeKind(evm: EvmNode, account: string): CodeKind {
  const code = evm.call('eth_getCode', [addressOf(account), 'latest'])
  if (typeof code !== 'string')
    throw new OutsideFailure(`The node of ${evm.name} has answered eth_getCode without code.`)
  if (code === '0x') return 'none'
  return code.startsWith(delegation) ? 'wallet' : 'contract'
}
