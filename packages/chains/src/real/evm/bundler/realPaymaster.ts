/** The paymasters of the service on a real node (ERC-7677). */
import * as AbiFunction from 'ox/AbiFunction'
import { functionOf } from '../../../codecs/evmSignatures.ts'
import type { Hex } from '../../../codecs/evmTransactions.ts'
import { suggestedTip } from '../../../ledger/evm/gas.ts'
import type { EntryPoint } from '../../../ledger/nativeAddresses.ts'
import { paymasterFields, senderOf } from '../../../rpc/evmPaymaster.ts'
import { RpcError } from '../../../rpc/jsonRpc.ts'
import { bundlerAccount, sendTransaction } from './bundle.ts'
import { askNode, type BundledChain, codeAt, entryPointOn, tryNode } from './bundledChain.ts'

/**
 * Code that returns the same three words to every call: an offset, 0 for a valid operation without an end, and the
 * length of no context. As the answer of `validatePaymasterUserOp` this pays for everything; the service has said
 * before for whom. Without a context, entry points call a paymaster no second time.
 */
const code: Hex = '0x604060005260606000f3'

/** How development nodes set code, by their names for it. */
const methods = ['anvil_setCode', 'hardhat_setCode']

/** A paymaster of this code has a deposit of ten ether put on when it has less than one. */
const [lowDeposit, addedDeposit] = [10n ** 18n, 10n ** 19n]

const balanceOf = functionOf('function balanceOf(address account) view returns (uint256)')
const depositTo = functionOf('function depositTo(address account) payable')

/**
 * Answers for the paymaster of an operation's account. Where the node has no contract at its address, it gets one that
 * pays, with a deposit at the entry point.
 *
 * @throws {@link RpcError} for an account without a paymaster, and a node that sets neither code nor balances
 */
export async function sponsor(chain: BundledChain, [operation, at]: readonly unknown[]): Promise<object> {
  const entryPoint = await entryPointOn(chain, at)
  const paymaster = await chain.sponsorOf(senderOf(operation))
  const present = await codeAt(chain, paymaster)
  if (present === '0x') await setCode(chain, paymaster)
  // A contract of the developer's has its own deposit.
  if (present === '0x' || present === code) await assertDeposit(chain, paymaster, entryPoint)
  return paymasterFields(paymaster, entryPoint.version)
}

async function setCode(chain: BundledChain, paymaster: Hex): Promise<void> {
  for (const method of methods) if ('result' in (await tryNode(chain, method, [paymaster, code]))) return
  throw new RpcError(
    'internal',
    `${chain.node.name} is a real node, which has no paymaster at ${paymaster}, and no method of development nodes that ` +
      'sets code. Deploy a paymaster there, with a deposit at the entry point.',
  )
}

const depositOf = async (chain: BundledChain, paymaster: Hex, entryPoint: EntryPoint): Promise<bigint> => {
  const call = { to: entryPoint.address, data: AbiFunction.encodeData(balanceOf, [paymaster]) }
  return BigInt((await askNode(chain, 'eth_call', [call, 'pending'])) as string)
}

async function assertDeposit(chain: BundledChain, paymaster: Hex, entryPoint: EntryPoint): Promise<void> {
  const deposit = await depositOf(chain, paymaster, entryPoint)
  if (deposit >= lowDeposit) return
  try {
    await sendTransaction(chain, {
      // Two callers at once send the same transaction.
      from: bundlerAccount(`${paymaster} at ${entryPoint.address} with ${deposit}`),
      to: entryPoint.address,
      value: addedDeposit,
      data: AbiFunction.encodeData(depositTo, [paymaster]),
      gas: 100_000n,
      // So that it comes before the operations in a block.
      tip: 2n * suggestedTip,
    })
  } catch (error) {
    if ((await depositOf(chain, paymaster, entryPoint)) < lowDeposit) throw error
  }
}
