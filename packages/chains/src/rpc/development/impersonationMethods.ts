import { defined } from '@latchkey/base/defined'
import type { EvmTransaction } from '../../codecs/evmTransactions.ts'
import { nextBaseFee } from '../../ledger/blocks.ts'
import { accountOf } from '../../ledger/evm/execution.ts'
import { suggestedTip } from '../../ledger/evm/gas.ts'
import { sendUnsigned } from '../../ledger/evm/submit.ts'
import { unsignedTransaction } from '../../ledger/evm/unsignedTransaction.ts'
import { pendingNonceOf } from '../../ledger/pending.ts'
import { evmEstimate } from '../evmCalls.ts'
import type { EvmChain } from '../evmChain.ts'
import { readAddress, readCall, readObject, readQuantity } from '../evmParams.ts'
import { RpcError, unknownMethod } from '../jsonRpc.ts'
import type { NodeMethod } from './nodeMethod.ts'

function readUnsigned(chain: EvmChain, value: unknown): EvmTransaction {
  const { networkId } = chain
  const fields = readObject(value, 'transaction')
  const { from, to, value: sent, data } = readCall(value)
  const next = pendingNonceOf(chain.backend, { account: accountOf(from), networkId })
  const baseFee = nextBaseFee(chain.backend, networkId)
  const quantityOr = (name: string, other: bigint) =>
    fields[name] === undefined || fields[name] === null ? other : readQuantity(fields[name], name)
  const gasPrice = quantityOr('gasPrice', baseFee + suggestedTip)
  const maxFeePerGas = quantityOr('maxFeePerGas', gasPrice)
  return unsignedTransaction({
    type: 'eip1559',
    chainId: networkId,
    from,
    ...defined({ to }),
    nonce: quantityOr('nonce', BigInt(next)),
    value: sent,
    data,
    gas: fields.gas === undefined || fields.gas === null ? evmEstimate(chain, { call: value }) : quantityOr('gas', 0n),
    maxFeePerGas,
    maxPriorityFeePerGas: quantityOr('maxPriorityFeePerGas', maxFeePerGas < gasPrice ? maxFeePerGas : suggestedTip),
    accessList: [],
  })
}

/** @throws {@link RpcError} with the texts of common nodes */
const send = (chain: EvmChain, value: unknown): string =>
  sendUnsigned(chain.backend, chain.networkId, readUnsigned(chain, value))

/** Accounts whose keys nobody has to have. */
export const impersonationMethods = {
  impersonateAccount(node, [address]) {
    const account = readAddress(address)
    if (node.impersonated !== 'all') node.impersonated.add(account)
    return null
  },
  stopImpersonatingAccount(node, [address]) {
    const account = readAddress(address)
    if (node.impersonated !== 'all') node.impersonated.delete(account)
    return null
  },
  autoImpersonateAccount(node, [isEnabled]) {
    if (typeof isEnabled !== 'boolean') throw new RpcError('params', 'invalid argument: enabled has to be a boolean')
    node.impersonated = isEnabled ? 'all' : new Set()
    return null
  },
  sendTransaction({ run, impersonated }, [value]) {
    // Until somebody impersonates an account, this is a node that leaves it to wallets to sign.
    if (impersonated !== 'all' && impersonated.size === 0) throw unknownMethod('eth_sendTransaction')
    const { from } = readCall(value)
    if (impersonated !== 'all' && !impersonated.has(from))
      throw new RpcError(
        'method',
        `the node has no key of ${from}: wallets sign. anvil_impersonateAccount lets the account send without a key.`,
      )
    return run((chain) => send(chain, value))
  },
  sendUnsignedTransaction: ({ run }, [value]) => run((chain) => send(chain, value)),
} satisfies Record<string, NodeMethod>
