import type { ChainBackend } from '../../backend.ts'
import type { Hex } from '../../codecs/evmTransactions.ts'
import { accountOf } from '../../ledger/evm/execution.ts'
import { hasBytecode, writeSlot } from '../../ledger/evm/machine/bytecodeStorage.ts'
import { isToken, knownAccounts, placesOf, writePlace } from '../../ledger/evm/tokenSlots.ts'
import { readAddress, readHash, readQuantity } from '../evmParams.ts'
import { RpcError } from '../jsonRpc.ts'
import type { DevelopmentNode, NodeMethod } from './nodeMethod.ts'

const noSlots =
  'Only tokens have storage slots on this chain. A test says what another contract answers: \
mock.chain.contract(address, abi, handlers). To set the storage of a contract of your own, use a real node beside the mock.'
const noOwner =
  'No account that this chain knows has its balance or allowance of the token in this slot. Give the account a balance \
first, by anvil_setBalance, or set its tokens by anvil_dealErc20.'

/** How many accounts are tried as owner and spender of an allowance. */
const pairLimit = 300

/** The accounts whose balances can be set by a slot: those that are impersonated, and all that have something. */
function accountsOf(backend: ChainBackend, { impersonated }: DevelopmentNode): Hex[] {
  return [
    ...new Set([...(impersonated === 'all' ? [] : (impersonated as ReadonlySet<Hex>)), ...knownAccounts(backend)]),
  ]
}

/** Storage of the tokens that the chain knows. */
export const storageMethods = {
  setStorageAt: (node, [address, slot, value]) =>
    node.run(({ backend, networkId }) => {
      const token = { networkId, address: readAddress(address) }
      const position = readQuantity(slot, 'slot')
      const word = BigInt(readHash(value, 'value'))
      const contract = { account: accountOf(token.address), networkId }
      if (hasBytecode(backend, contract)) {
        writeSlot(backend, contract, { slot: `0x${position.toString(16)}`, value: `0x${word.toString(16)}` })
        return true
      }
      if (!isToken(backend, token)) throw new RpcError(-32_000, noSlots)
      const accounts = accountsOf(backend, node)
      const place = placesOf(token.address, { accounts, pairs: pairLimit })(position)
      if (!place) throw new RpcError(-32_000, noOwner)
      writePlace(backend, token, { ...place, value: word })
      return true
    }),
} satisfies Record<string, NodeMethod>
