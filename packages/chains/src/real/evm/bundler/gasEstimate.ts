/** The gas of user operations, by running their parts on the node. */
import * as AbiFunction from 'ox/AbiFunction'
import { functionOf } from '../../../codecs/evmSignatures.ts'
import type { Hex } from '../../../codecs/evmTransactions.ts'
import { bundleData } from '../../../ledger/evm/bundles.ts'
import { operationArgument } from '../../../ledger/evm/entryPoint.ts'
import { intrinsicGas } from '../../../ledger/evm/gas.ts'
import { delegatedInit, isMarkedDelegated } from '../../../ledger/evm/operationHash.ts'
import { operationTuple, paymasterOf, type UserOperation } from '../../../ledger/evm/userOperations.ts'
import type { EntryPoint } from '../../../ledger/nativeAddresses.ts'
import { executionReverted, refusal } from '../../../rpc/evmBundler.ts'
import { quantity } from '../../../rpc/evmShapes.ts'
import { RpcError } from '../../../rpc/jsonRpc.ts'
import { askNode, type BundledChain, tryNode } from './bundledChain.ts'
import type { Submission } from './submission.ts'

/** A part of an operation as its entry point calls it. */
interface Part {
  readonly from: Hex
  readonly to: Hex
  readonly data: Hex
  /** The refusal of the operation if this part fails. */
  readonly refuse: (failed: FailedCall) => RpcError
}

interface FailedCall {
  readonly message?: string
  readonly data?: unknown
}

interface SimulatedCall {
  readonly status: Hex
  readonly gasUsed: Hex
  readonly returnData: Hex
  readonly error?: FailedCall
}

const getNonce = functionOf('function getNonce(address sender, uint192 key) view returns (uint256)')
const senderCreator = functionOf('function senderCreator() view returns (address)')

/** The functions of accounts and paymasters by which they validate an operation. */
const validating = {
  account: 'validateUserOp',
  paymaster: 'validatePaymasterUserOp',
}

function validation(by: keyof typeof validating, { operation, entryPoint, hash }: Submission): Hex {
  const { version } = entryPoint
  const signature = `function ${validating[by]}(${operationTuple[version]} userOp, bytes32 userOpHash, uint256 funds)`
  return AbiFunction.encodeData(functionOf(signature), [operationArgument(operation, version), hash, 0n])
}

/** The contract from which factories are called; the entry point itself where it does not tell, as version 0.6. */
async function creatorOf(chain: BundledChain, { address }: EntryPoint): Promise<Hex> {
  const reply = await tryNode(chain, 'eth_call', [
    { to: address, data: AbiFunction.encodeData(senderCreator) },
    'pending',
  ])
  if ('error' in reply || String(reply.result).length !== 66) return address
  return `0x${String(reply.result).slice(26)}`
}

/** The call that comes before the validation: that of the factory, or of a delegated account that wants one. */
async function deployment(chain: BundledChain, { operation, entryPoint }: Submission): Promise<Part[]> {
  const { sender, initCode } = operation
  const data = isMarkedDelegated(operation) ? delegatedInit(operation) : (`0x${initCode.slice(42)}` as Hex)
  if (initCode === '0x' || data === undefined) return []
  const to = isMarkedDelegated(operation) ? sender : (initCode.slice(0, 42) as Hex)
  const refuse = ({ data: cause }: FailedCall) => refusal('AA13 initCode failed or OOG', cause)
  return [{ from: await creatorOf(chain, entryPoint), to, data, refuse }]
}

function paymasterPart(submission: Submission): Part[] {
  const paymaster = paymasterOf(submission.operation)
  if (paymaster === undefined) return []
  const refuse = ({ data }: FailedCall) => refusal('AA33 reverted', data)
  return [{ from: submission.entryPoint.address, to: paymaster, data: validation('paymaster', submission), refuse }]
}

function callPart({ operation: { sender, callData }, entryPoint }: Submission): Part[] {
  if (callData === '0x') return []
  const refuse = ({ message = '', data }: FailedCall) =>
    executionReverted(/^execution reverted:? ?(.*)/.exec(message)?.[1], data)
  return [{ from: entryPoint.address, to: sender, data: callData, refuse }]
}

/** Runs parts one after the other. @returns The gas of each @throws {@link RpcError} of the first one that fails */
async function gasOfParts(chain: BundledChain, parts: readonly Part[], { overrides }: Submission) {
  const calls = parts.map(({ from, to, data }) => ({ from, to, data }))
  const block = { blockStateCalls: [{ stateOverrides: overrides, calls }] }
  const reply = await tryNode(chain, 'eth_simulateV1', [block, 'pending'])
  if ('error' in reply)
    throw new RpcError(
      'internal',
      `${chain.node.name} is a real node, which cannot tell the gas of the operation by eth_simulateV1 ` +
        `(${reply.error.message}). Send the operation with gas limits.`,
    )
  const [simulated] = reply.result as { readonly calls: readonly SimulatedCall[] }[]
  return parts.map(({ refuse }, index) => {
    const { status, gasUsed, returnData, error } = simulated?.calls[index] ?? ({} as SimulatedCall)
    if (status !== '0x1') throw refuse({ data: returnData, ...error })
    return BigInt(gasUsed)
  })
}

/** A limit for gas that was used: half more, since calls keep a part of it back and refunds come only at the end. */
const limitOf = (gasUsed: bigint) => quantity((gasUsed * 3n) / 2n + 10_000n)

/** For what the entry point does while an account validates: it writes its nonce, and takes its prefund. */
const entryPointGas = 60_000n

const sum = (numbers: readonly bigint[]) => numbers.reduce((total, each) => total + each, 0n)

/**
 * Estimates the gas of an operation, whose signature is provisional.
 *
 * @throws {@link RpcError} for one that fails whoever signs it
 */
export async function estimateGas(chain: BundledChain, submission: Submission): Promise<object> {
  const { operation, entryPoint } = submission
  await assertNonce(chain, submission)
  const refuse = ({ data }: FailedCall) => refusal('AA23 reverted', data)
  const { address, version } = entryPoint
  const account = { from: address, to: operation.sender, data: validation('account', submission), refuse }
  const before = [...(await deployment(chain, submission)), account]
  const [paymaster, call] = [paymasterPart(submission), callPart(submission)]
  const gas = await gasOfParts(chain, [...before, ...paymaster, ...call], submission)
  const verificationGas = sum(gas.slice(0, before.length)) + entryPointGas
  const paymasterGas = sum(gas.slice(before.length, before.length + paymaster.length))
  const isTold = paymaster.length > 0 && version !== '0.6'
  return {
    preVerificationGas: quantity(intrinsicGas({ data: bundleData([operation], version, address) })),
    // Version 0.6 has one limit for the account and its paymaster.
    verificationGasLimit: limitOf(isTold ? verificationGas : verificationGas + paymasterGas),
    callGasLimit: limitOf(sum(gas.slice(before.length + paymaster.length))),
    ...(isTold && {
      paymasterVerificationGasLimit: limitOf(paymasterGas),
      paymasterPostOpGasLimit: quantity(postOpGas),
    }),
  }
}

/** For what a paymaster does after the operation, which nobody can run beforehand. */
const postOpGas = 100_000n

async function assertNonce(chain: BundledChain, { operation, entryPoint }: Submission): Promise<void> {
  const { sender, nonce }: UserOperation = operation
  const data = AbiFunction.encodeData(getNonce, [sender, nonce >> 64n])
  const next = await askNode(chain, 'eth_call', [{ to: entryPoint.address, data }, 'pending'])
  if (BigInt(next as string) !== nonce) throw refusal('AA25 invalid account nonce')
}
