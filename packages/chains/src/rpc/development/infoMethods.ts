import { toHex } from '@latchkey/base/bytes'
import { instantOf } from '@latchkey/base/clock'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { latestBlock, nextBaseFee, nextGasLimit } from '../../ledger/blocks.ts'
import { suggestedTip } from '../../ledger/evm/gas.ts'
import { quantity } from '../evmShapes.ts'
import type { NodeMethod } from './nodeMethod.ts'

/** Hardhat's helpers work only with a node whose version begins with a name that they know. */
const clientVersion = 'anvil/latchkey-mock'

/** Descriptions of the node, in the form of Anvil and Hardhat. */
export const infoMethods = {
  clientVersion: () => clientVersion,
  nodeInfo: ({ run, networkId }) =>
    run(({ backend }) => {
      const { number, hash, createdAt } = latestBlock(backend, { family: 'eip155', networkId })
      const baseFee = nextBaseFee(backend, networkId)
      return {
        currentBlockNumber: quantity(number),
        currentBlockTimestamp: Math.floor(instantOf(createdAt) / 1000),
        currentBlockHash: hash,
        hardFork: 'prague',
        transactionOrder: 'fees',
        environment: {
          baseFee: quantity(baseFee),
          chainId: networkId,
          gasLimit: quantity(nextGasLimit(backend, networkId)),
          gasPrice: quantity(baseFee + suggestedTip),
        },
        forkConfig: { forkUrl: null, forkBlockNumber: null, forkRetryBackoff: null },
      }
    }),
  metadata: ({ run, networkId, host }) =>
    run(({ backend }) => {
      const { number, hash } = latestBlock(backend, { family: 'eip155', networkId })
      return {
        clientVersion,
        chainId: networkId,
        instanceId: `0x${toHex(keccak_256(utf8ToBytes(`${host.hostId}:${networkId}`)))}`,
        latestBlockNumber: number,
        latestBlockHash: hash,
      }
    }),
} satisfies Record<string, NodeMethod>
