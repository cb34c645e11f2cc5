import { toHex, utf8 } from '@latchkey/base/bytes'
import { createRecoverableAccount } from '@latchkey/crypto/chains/recoverable'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { type EvmAuthorization, type Hex, signEvmTransaction } from '../../../codecs/evmTransactions.ts'
import { suggestedTip } from '../../../ledger/evm/gas.ts'
import { quantity } from '../../../rpc/evmShapes.ts'
import { RpcError } from '../../../rpc/jsonRpc.ts'
import { fundOnNode } from '../realFunds.ts'
import { askNode, type BundledChain } from './bundledChain.ts'

/** An account of the bundler, which sends one transaction. */
export interface BundlerAccount extends Pick<ReturnType<typeof createRecoverableAccount>, 'sign'> {
  readonly address: Hex
}

/**
 * The account of the bundler for one piece of work. Each has one of its own, so that no two wait for each other's nonce,
 * also where several mocks have the same node. Everybody can know its key: it holds nothing but the gas of its work.
 */
export function bundlerAccount(work: string): BundlerAccount {
  const { account, sign } = createRecoverableAccount(keccak_256(utf8(`bundler of ${work}`)))
  return { address: `0x${toHex(account)}`, sign }
}

/** A transaction of the bundler. */
export interface BundlerTransaction {
  readonly from: BundlerAccount
  readonly to: Hex
  readonly value?: bigint
  readonly data: Hex
  readonly gas: bigint
  readonly tip?: bigint
  readonly authorizationList?: readonly EvmAuthorization[]
}

/**
 * Sends a transaction, and gives its account what it costs.
 *
 * @returns Its hash
 * @throws {@link RpcError} with a sentence for a node that sets no balances, and the refusals of the node
 */
export async function sendTransaction(
  chain: BundledChain,
  { from, value = 0n, tip = suggestedTip, authorizationList = [], ...call }: BundlerTransaction,
): Promise<unknown> {
  const [block, nonce] = await Promise.all([
    askNode(chain, 'eth_getBlockByNumber', ['latest', false]),
    askNode(chain, 'eth_getTransactionCount', [from.address, 'pending']),
  ])
  const { baseFeePerGas = '0x0' } = Object(block) as { readonly baseFeePerGas?: string }
  // A block can raise the fee by an eighth, and the transaction may wait for several.
  const maxFeePerGas = 2n * BigInt(baseFeePerGas) + tip
  await fund(chain, from.address, value + call.gas * maxFeePerGas)
  const transaction = {
    ...call,
    chainId: chain.networkId,
    nonce: BigInt(nonce as string),
    value,
    maxFeePerGas,
    maxPriorityFeePerGas: tip,
    authorizationList,
  }
  return askNode(chain, 'eth_sendRawTransaction', [signEvmTransaction(transaction, from)])
}

async function fund(chain: BundledChain, address: Hex, amount: bigint): Promise<void> {
  const balance = BigInt((await askNode(chain, 'eth_getBalance', [address, 'latest'])) as string)
  if (balance >= amount) return
  try {
    await fundOnNode(chain.node, address, amount - balance)
  } catch (error) {
    throw new RpcError(
      'internal',
      `The bundler of the mock gets its ether by a method that only development nodes have. ${(error as Error).message}`,
    )
  }
}

/** The call of a transaction, as nodes take it. */
export const callOf = ({ from, to, data, gas }: BundlerTransaction) => ({
  from: from.address,
  to,
  data,
  gas: quantity(gas),
})
