import { changeSettings } from '../../ledger/chainSettings.ts'
import { accountOf } from '../../ledger/evm/execution.ts'
import { readAddress, readHash, readQuantity } from '../evmParams.ts'
import { RpcError } from '../jsonRpc.ts'
import type { NodeMethod } from './nodeMethod.ts'
import { readNumber } from './readNumber.ts'

/** The highest base fee and gas limit that nodes read, in 8 bytes. */
const highest = 2n ** 64n - 1n

/** A base fee, or a gas limit. Clients send it as a number or in hex. @throws {@link RpcError} */
function readAmount(value: unknown, name: string): string {
  const amount = typeof value === 'number' ? BigInt(readNumber(value, name)) : readQuantity(value, name)
  if (value === undefined || value === null || amount > highest)
    throw new RpcError('params', `invalid argument: ${name} has to be a number of at most 8 bytes`)
  return amount.toString()
}

/** The fields of the blocks to come. */
export const blockMethods = {
  setNextBlockBaseFeePerGas: ({ run, networkId }, [value]) =>
    run(({ backend }) => {
      changeSettings(backend, networkId, { nextBaseFee: readAmount(value, 'baseFeePerGas') })
      return null
    }),
  setBlockGasLimit: ({ run, networkId }, [value]) =>
    run(({ backend }) => {
      const gasLimit = readAmount(value, 'gasLimit')
      if (gasLimit === '0') throw new RpcError('params', 'Block gas limit must be greater than 0')
      changeSettings(backend, networkId, { gasLimit })
      return true
    }),
  setCoinbase: ({ run, networkId }, [value]) =>
    run(({ backend }) => {
      changeSettings(backend, networkId, { coinbase: accountOf(readAddress(value)) })
      return null
    }),
  setPrevRandao: ({ run, networkId }, [value]) =>
    run(({ backend }) => {
      changeSettings(backend, networkId, { nextRandao: readHash(value, 'prevRandao') })
      return null
    }),
} satisfies Record<string, NodeMethod>
