import { readHex, toHex, utf8 } from '@latchkey/base/bytes'
import { instantOf } from '@latchkey/base/clock'
import { latestBlock } from '../../ledger/blocks.ts'
import { copyLedger, restoreLedger } from '../../ledger/ledgerCopy.ts'
import { readDump, writeDump } from '../../ledger/ledgerDump.ts'
import { readData } from '../evmParams.ts'
import { RpcError } from '../jsonRpc.ts'
import type { NodeMethod } from './nodeMethod.ts'

/** The ledger of one chain as a text, for another run. The rest of the mock has `export` and `import`. */
export const dumpMethods = {
  dumpState: ({ run, networkId }) =>
    run(({ backend }) => `0x${toHex(utf8(writeDump(networkId, copyLedger(backend, networkId))))}`),
  async loadState({ host, run, networkId }, [state]) {
    const text = new TextDecoder().decode(readHex(readData(state, 'state')))
    const { createdAt } = await run(({ backend }) => {
      try {
        restoreLedger(backend, networkId, readDump(backend, networkId, text))
      } catch (error) {
        if (error instanceof TypeError) throw new RpcError('params', error.message)
        throw error
      }
      return latestBlock(backend, { family: 'eip155', networkId })
    })
    // Later blocks must not be older than these.
    if (instantOf(createdAt) > host.clock.now()) await host.clock.set(createdAt)
    return true
  },
} satisfies Record<string, NodeMethod>
