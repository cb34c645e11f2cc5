import type { Hex } from '../../../crypto/evmTransactions.ts'
import type { WorldBackend } from '../../../domain/shared/backend.ts'
import { addressOf } from '../../../outside/ledger/accounts.ts'
import { isToken, writeSlot } from '../../../outside/ledger/evm/tokenSlots.ts'
import { readAddress, readHash, readQuantity } from '../../../outside/rpc/evmParams.ts'
import { RpcError } from '../../../outside/rpc/jsonRpc.ts'
import type { DevelopmentNode, NodeMethod } from './nodeMethod.ts'

const noSlots =
  'This chain has storage slots for tokens alone. A test says what another contract answers: \
mock.chain.contract(address, abi, handlers). To set the storage of a contract of your own, use a real node beside the mock.'
const noOwner =
  'No account that this chain knows has its balance or allowance of the token in this slot. Give the account a balance \
first, by anvil_setBalance, or set its tokens by anvil_dealErc20.'

/** The accounts whose balances can be set by a slot: all that have something, and those that are impersonated. */
function accountsOf({ store }: WorldBackend, { impersonated }: DevelopmentNode): Hex[] {
  const accounts = new Set<string>(impersonated === 'all' ? [] : impersonated)
  for (const { account } of store.chainAccounts.all())
    if (account.startsWith('eip155:')) accounts.add(addressOf(account))
  for (const { owner } of store.tokenBalances.all()) if (owner.startsWith('eip155:')) accounts.add(addressOf(owner))
  return [...accounts] as Hex[]
}

/** Storage of the tokens that the chain knows. */
export const storageMethods = {
  setStorageAt: (node, [address, slot, value]) =>
    node.run(({ backend, networkId }) => {
      const token = { networkId, address: readAddress(address) }
      const write = {
        slot: readQuantity(slot, 'slot'),
        value: BigInt(readHash(value, 'value')),
        accounts: accountsOf(backend, node),
      }
      if (!isToken(backend, token)) throw new RpcError(-32_000, noSlots)
      if (!writeSlot(backend, token, write)) throw new RpcError(-32_000, noOwner)
      return true
    }),
} satisfies Record<string, NodeMethod>
