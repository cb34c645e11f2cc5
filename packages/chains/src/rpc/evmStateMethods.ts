import type { Hex } from '../codecs/evmTransactions.ts'
import { type AccountState, accountAt } from '../ledger/accounts.ts'
import { codeTextAt } from '../ledger/evm/code.ts'
import { accountOf } from '../ledger/evm/execution.ts'
import { hasBytecode, readSlot as slotOfCode } from '../ledger/evm/machine/bytecodeStorage.ts'
import { isToken, readSlot } from '../ledger/evm/tokenSlots.ts'
import { pendingNonceOf } from '../ledger/pending.ts'
import { evmAccessList, evmCall, evmEstimate } from './evmCalls.ts'
import type { EvmChain, EvmMethod } from './evmChain.ts'
import { readAddress, readBlockId, readQuantity } from './evmParams.ts'
import { quantity } from './evmShapes.ts'
import { atBlock } from './evmState.ts'
import { RpcError } from './jsonRpc.ts'
import { simulate } from './simulation/simulate.ts'

/** The code of a method that is not supported (EIP-1474). */
const notSupported = -32_004
const noProofs =
  'the method eth_getProof is not supported: this chain has no state trie that could prove anything. \
To prove the state of a contract, attach a real node: mock.chain.attach(networkId, url).'

/** A number as 32 bytes. */
const wordOf = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`

function accountIn(chain: EvmChain, [address, block]: readonly unknown[]): AccountState {
  const account = accountOf(readAddress(address))
  return atBlock(chain, readBlockId(block), () => accountAt(chain.backend, { account, networkId: chain.networkId }))
}

function slotValue({ backend }: EvmChain, token: Parameters<typeof isToken>[1], position: bigint): bigint {
  const contract = { account: accountOf(token.address), networkId: token.networkId }
  if (hasBytecode(backend, contract)) return BigInt(slotOfCode(backend, contract, `0x${position.toString(16)}`) ?? 0n)
  return isToken(backend, token) ? readSlot(backend, token, position) : 0n
}

/** The methods that read the state of a chain, or call it, at the block that the caller names. */
export const stateMethods: Readonly<Record<string, EvmMethod>> = {
  eth_getBalance: (chain, params) => quantity(accountIn(chain, params).balance),
  eth_getTransactionCount(chain, [address, block]) {
    if (block !== 'pending') return quantity(accountIn(chain, [address, block]).nonce)
    const account = accountOf(readAddress(address))
    return quantity(pendingNonceOf(chain.backend, { account, networkId: chain.networkId }))
  },
  eth_getCode(chain, [address, block]) {
    const account = readAddress(address)
    return atBlock(chain, readBlockId(block), () => codeTextAt(chain, account))
  },
  eth_getStorageAt(chain, [address, slot, block]) {
    const token = { networkId: chain.networkId, address: readAddress(address) }
    const position = readQuantity(slot, 'slot')
    return atBlock(chain, readBlockId(block), () => wordOf(slotValue(chain, token, position)))
  },
  eth_call: (chain, [call, id, state, block]) =>
    atBlock(chain, readBlockId(id), (at) => evmCall(at, { call, state, block })),
  eth_estimateGas: (chain, [call, id, state, block]) =>
    atBlock(chain, readBlockId(id), (at) => quantity(evmEstimate(at, { call, state, block }))),
  eth_createAccessList: (chain, [call, id, state]) =>
    atBlock(chain, readBlockId(id), (at) => {
      const { accessList, gasUsed } = evmAccessList(at, { call, state })
      return { accessList, gasUsed: quantity(gasUsed) }
    }),
  eth_simulateV1: simulate,
  eth_getProof() {
    throw new RpcError(notSupported, noProofs)
  },
}
