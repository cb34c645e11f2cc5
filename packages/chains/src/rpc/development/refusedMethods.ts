import { RpcError } from '../jsonRpc.ts'
import type { NodeMethod } from './nodeMethod.ts'

const realNode = 'If your test needs this, use a real node beside the mock.'
const clockOnly = 'Blocks have the time of the mock: set it by evm_setNextBlockTimestamp or mock.clock.'

const reasons: Readonly<Record<string, string>> = {
  // As in Anvil.
  setMinGasPrice:
    'A lowest gas price is not supported while EIP-1559 is active: set the base fee by anvil_setNextBlockBaseFeePerGas.',
  setBlockTimestampInterval: clockOnly,
  removeBlockTimestampInterval: clockOnly,
  setRpcUrl: `This chain is not a fork of another one. ${realNode}`,
}

function refuse(reason: string): NodeMethod {
  return () => {
    throw new RpcError(-32_000, reason)
  }
}

/** Methods that the ledger cannot have. Each refusal names the way that leads to the same. */
export const refusedMethods: Readonly<Record<string, NodeMethod>> = {
  ...Object.fromEntries(Object.entries(reasons).map(([name, reason]) => [name, refuse(reason)])),
  setLoggingEnabled(_, [isEnabled]) {
    if (isEnabled === false) return null
    throw new RpcError(-32_000, 'This node writes no log. The journal of the mock has all calls of the API.')
  },
}
