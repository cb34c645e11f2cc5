import type { Hex } from '../../codecs/evmTransactions.ts'
import { blockOf } from '../blocks.ts'
import { method, methodsOf, revertWith } from './abi.ts'
import type { Execution, Frame } from './execution.ts'
import type { Steps } from './steps.ts'

interface GivenCall {
  readonly target: Hex
  readonly callData: Hex
  readonly allowFailure?: boolean
  readonly value?: bigint
}

interface GivenResult {
  success: boolean
  returnData: Hex
}

function* runCalls({ self }: Frame, calls: readonly GivenCall[]): Steps<GivenResult[]> {
  const results: GivenResult[] = []
  for (const { target, callData, allowFailure = false, value = 0n } of calls) {
    const { success, data } = yield { from: self, to: target, value, data: callData, isTried: true }
    if (!success && !allowFailure) throw revertWith('Multicall3: call failed')
    results.push({ success, returnData: data })
  }
  return results
}

/** Runs calls that have to succeed, unless `requireSuccess` is false. */
const tryCalls = (frame: Frame, requireSuccess: boolean, calls: readonly GivenCall[]) =>
  runCalls(
    frame,
    calls.map((call) => ({ ...call, allowFailure: !requireSuccess })),
  )

const numberOf = ({ block }: Execution) => BigInt(block.number)

function hashOf({ backend, networkId }: Execution, number: bigint): Hex {
  const block = blockOf(backend, { family: 'eip155', networkId }, Number(number))
  return (block?.hash ?? `0x${'0'.repeat(64)}`) as Hex
}

const withBlock = ({ execution }: Frame) => [numberOf(execution), execution.block.parentHash] as const

/** Several calls in one (Multicall3). */
export const multicall3 = methodsOf(
  method(
    'function aggregate((address target, bytes callData)[] calls) payable returns (uint256 blockNumber, bytes[] returnData)',
    function* (frame: Frame, [calls]) {
      const results = yield* tryCalls(frame, true, calls)
      return [numberOf(frame.execution), results.map(({ returnData }) => returnData)] as const
    },
  ),
  method(
    'function tryAggregate(bool requireSuccess, (address target, bytes callData)[] calls) payable returns ((bool success, bytes returnData)[])',
    (frame: Frame, [requireSuccess, calls]) => tryCalls(frame, requireSuccess, calls),
  ),
  method(
    'function blockAndAggregate((address target, bytes callData)[] calls) payable returns (uint256 blockNumber, bytes32 blockHash, (bool success, bytes returnData)[] returnData)',
    function* (frame: Frame, [calls]) {
      return [...withBlock(frame), yield* tryCalls(frame, true, calls)] as const
    },
  ),
  method(
    'function tryBlockAndAggregate(bool requireSuccess, (address target, bytes callData)[] calls) payable returns (uint256 blockNumber, bytes32 blockHash, (bool success, bytes returnData)[] returnData)',
    function* (frame: Frame, [requireSuccess, calls]) {
      return [...withBlock(frame), yield* tryCalls(frame, requireSuccess, calls)] as const
    },
  ),
  method(
    'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable returns ((bool success, bytes returnData)[])',
    (frame: Frame, [calls]) => runCalls(frame, calls),
  ),
  method(
    'function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls) payable returns ((bool success, bytes returnData)[])',
    (frame: Frame, [calls]) => {
      if (calls.reduce((sum, { value }) => sum + value, 0n) !== frame.value)
        throw revertWith('Multicall3: value mismatch')
      return runCalls(frame, calls)
    },
  ),
  method('function getBlockNumber() view returns (uint256)', ({ execution }: Frame) => numberOf(execution)),
  method('function getBlockHash(uint256 number) view returns (bytes32)', ({ execution }: Frame, [number]) =>
    hashOf(execution, number),
  ),
  method('function getLastBlockHash() view returns (bytes32)', ({ execution }: Frame) => execution.block.parentHash),
  method('function getCurrentBlockTimestamp() view returns (uint256)', ({ execution }: Frame) => execution.block.time),
  method(
    'function getCurrentBlockCoinbase() view returns (address)',
    ({ execution }: Frame) => execution.block.coinbase,
  ),
  method(
    'function getCurrentBlockGasLimit() view returns (uint256)',
    ({ execution }: Frame) => execution.block.gasLimit,
  ),
  method('function getCurrentBlockDifficulty() view returns (uint256)', ({ execution }: Frame) =>
    BigInt(execution.block.randao ?? 0),
  ),
  method('function getBasefee() view returns (uint256)', ({ execution }: Frame) => execution.block.baseFee),
  method('function getChainId() view returns (uint256)', ({ execution }: Frame) => BigInt(execution.networkId)),
  method('function getEthBalance(address account) view returns (uint256)', ({ execution }: Frame, [account]) =>
    execution.balanceOf(account),
  ),
)
