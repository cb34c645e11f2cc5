import { clearSettings } from '../../ledger/chainSettings.ts'
import { copyLedger, restoreLedger } from '../../ledger/ledgerCopy.ts'
import { quantity } from '../evmShapes.ts'
import { RpcError } from '../jsonRpc.ts'
import { endInterval } from './intervalMethods.ts'
import type { NodeMethod } from './nodeMethod.ts'
import { readNumber } from './readNumber.ts'

/** How many snapshots of a chain are kept. Beyond it, the oldest is forgotten. */
const snapshotLimit = 1000

/** Snapshots of the ledger of one chain. The clock and the rest of the mock stay as they are. */
export const snapshotMethods = {
  async snapshot(node) {
    const { run, networkId, snapshots } = node
    const copy = await run(({ backend }) => copyLedger(backend, networkId))
    node.lastSnapshot += 1
    snapshots.set(node.lastSnapshot, copy)
    const [oldest = 0] = snapshots.keys()
    if (snapshots.size > snapshotLimit) snapshots.delete(oldest)
    return quantity(node.lastSnapshot)
  },
  async revert({ run, networkId, snapshots }, [value]) {
    const id = readNumber(value, 'id')
    const copy = snapshots.get(id)
    if (!copy) return false
    await run(({ backend }) => restoreLedger(backend, networkId, copy))
    for (const each of snapshots.keys()) if (each >= id) snapshots.delete(each)
    return true
  },
  async reset({ run, networkId, snapshots }, [options]) {
    if (typeof options === 'object' && options !== null && Object.values(options).some((each) => each !== undefined))
      throw new RpcError(-32_000, 'This chain cannot fork another one. To work on its state, use a real node.')
    await run((chain) => {
      restoreLedger(chain.backend, networkId)
      endInterval(chain)
      clearSettings(chain.backend, networkId)
    })
    snapshots.clear()
    return null
  },
} satisfies Record<string, NodeMethod>
