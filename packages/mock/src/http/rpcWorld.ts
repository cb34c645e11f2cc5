import type { RpcWorld } from '@latchkey/chains/rpc/rpcWorld'
import { isCustomEvmNetwork } from '../domain/chains/evmNetworks.ts'
import { lookAtOnce, watchTransaction } from '../domain/walletTransactions/sentTransactions.ts'
import { transact, type World } from '../world/world.ts'

/** Notes the transactions in a real node's reply, so that wallets of the service hear of them. */
const notes = { sent: watchTransaction, read: lookAtOnce }

/** The parts of a mock that the JSON-RPC of its chains needs. */
export const rpcWorldOf = (world: World): RpcWorld => ({
  transact: (work) => transact(world, work),
  hasCustomNetwork: (networkId) => transact(world, (backend) => isCustomEvmNetwork(backend, networkId)),
  findNode: (network) => world.realParts.chainAt(network)?.node,
  noteUse: (name, use) => world.realParts.note(name, use),
  noteTransactions: ({ by, networkId, hashes }) =>
    transact(world, (backend) => {
      for (const hash of hashes) notes[by](backend, { networkId, hash })
    }),
  report: world.report,
})
