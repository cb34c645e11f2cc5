import type { WorldBackend } from '../domain/shared/backend.ts'
import type { RpcWorld } from '../pages/chainRpc.ts'
import { transact, type World } from '../world/world.ts'

/** The parts of a mock that the JSON-RPC of its chains needs. */
export const rpcWorldOf = (world: World): RpcWorld => ({
  transact: <T>(work: (backend: WorldBackend) => T) => transact(world, work),
  findNode: (network) => world.realParts.chainAt(network)?.node,
  noteUse: (name, use) => world.realParts.note(name, use),
  report: world.report,
})
