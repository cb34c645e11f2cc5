/** User operations (ERC-4337): how a smart wallet acts, and how a paymaster pays for an account. */
import { isSameAddress } from '../appAccess.ts'
import { providerCodes } from '../codes.ts'
import { type AskNode, askQuantity, feesOf } from '../fillTransaction.ts'
import type { ProviderParts } from '../providerParts.ts'
import { readQuantity } from '../readTransaction.ts'
import type { Authorization, Hex, SignatureParts, UserOperation } from '../types.ts'
import { wireAuthorization } from '../wireAuthorization.ts'
import { accountCallOf } from './accountCall.ts'
import type { BatchAccount } from './batchAccount.ts'
import type { BatchCall, PaymasterService } from './readBatch.ts'

/** `getNonce(address,uint192)` of the entry point, for the sequence 0. */
export const nonceQuestion = (address: Hex, entryPoint: Hex) => ({
  to: entryPoint,
  data: `0x35567e1a${address.slice(2).toLowerCase().padStart(64, '0')}${'0'.repeat(64)}`,
})

/**
 * A signature for an estimate. It has the form of a real one, of some account or other, since contracts revert for
 * numbers that no signature has.
 */
const provisional: Hex = `0x${'f'.repeat(31)}0${'0'.repeat(32)}7${'a'.repeat(63)}1c`

const gasFields = ['preVerificationGas', 'verificationGasLimit', 'callGasLimit'] as const
const paymasterGasFields = ['paymasterVerificationGasLimit', 'paymasterPostOpGasLimit'] as const

/** The calls of a batch, and what comes with them. */
export interface OperationInput {
  readonly calls: readonly BatchCall[]
  readonly authorization?: (Authorization & SignatureParts) | undefined
  readonly paymaster?: PaymasterService | undefined
}

/** An operation that the bundler has taken. */
export interface SentOperation {
  readonly entryPoint: Hex
  readonly hash: Hex
  readonly nonce: bigint
}

/** Sends calls as one user operation. @throws the refusals of the node and of the paymaster service */
export async function sendOperation(
  parts: ProviderParts,
  account: BatchAccount,
  { calls, authorization, paymaster }: OperationInput,
): Promise<SentOperation> {
  const { address, chainId, entryPoint } = account
  if (entryPoint === undefined)
    throw parts.fail(providerCodes.unsupportedChain, `The node of chain ${chainId} takes no user operations.`)
  const ask: AskNode = (method, params) => parts.ask(chainId, method, params)
  const filling = { ask, fail: parts.fail, address, chainId }
  const [callData, fees, nonce, deployment] = await Promise.all([
    accountCallOf(parts, account, calls),
    feesOf({ from: address, type: 2n }, filling),
    askQuantity(filling, 'eth_call', [nonceQuestion(address, entryPoint), 'latest']),
    deploymentOf(account, ask),
  ])
  const { maxFeePerGas, maxPriorityFeePerGas } = fees
  if (maxFeePerGas === undefined || maxPriorityFeePerGas === undefined)
    throw parts.fail(providerCodes.unsupportedChain, `Chain ${chainId} has no fees of EIP-1559.`)
  const draft: UserOperation = {
    sender: address,
    nonce,
    ...deployment,
    callData,
    callGasLimit: 0n,
    verificationGasLimit: 0n,
    preVerificationGas: 0n,
    maxFeePerGas,
    maxPriorityFeePerGas,
    authorization,
  }
  const payment = paymaster && createPayment(parts, { chainId, entryPoint }, paymaster)
  const stub = { ...draft, ...(payment && (await payment.stub(draft))) }
  const estimated = { ...stub, ...(await estimate(stub, entryPoint, filling)) }
  const operation = { ...estimated, ...(payment && (await payment.final(estimated))) }
  const signature = await parts.signing.signUserOperation({ operation, entryPoint, chainId })
  const hash = (await ask('eth_sendUserOperation', [wireOf(operation, signature), entryPoint])) as Hex
  return { entryPoint, hash, nonce }
}

/** The call that deploys a smart wallet, if it is not there yet. */
async function deploymentOf({ smartWallet }: BatchAccount, ask: AskNode): Promise<Partial<UserOperation>> {
  if (!smartWallet?.factory) return {}
  const code = await ask('eth_getCode', [smartWallet.address, 'latest'])
  const { factory, factoryData = '0x' } = smartWallet
  return code === '0x' ? { factory, factoryData } : {}
}

type Filling = Parameters<typeof askQuantity>[0]

async function estimate(
  operation: UserOperation,
  entryPoint: Hex,
  { ask, fail }: Filling,
): Promise<Partial<UserOperation>> {
  const answer: Record<string, unknown> = Object(
    await ask('eth_estimateUserOperationGas', [wireOf(operation, provisional), entryPoint]),
  )
  const gas = gasFields.map((name) => [name, readQuantity(answer[name])] as const)
  if (gas.some(([, limit]) => limit === undefined))
    throw fail(providerCodes.internal, 'The node answered eth_estimateUserOperationGas without amounts of gas.')
  return {
    ...Object.fromEntries(gas),
    ...(operation.paymaster && gasOfPaymaster({ ...answer, ...knownGas(operation) })),
  }
}

/** The limits that the paymaster service has set go before those of an estimate. */
const knownGas = (operation: UserOperation) =>
  Object.fromEntries(
    paymasterGasFields.flatMap((name) =>
      operation[name] === undefined ? [] : [[name, `0x${operation[name].toString(16)}`]],
    ),
  )

function gasOfPaymaster(answer: Readonly<Record<string, unknown>>): Partial<UserOperation> {
  return Object.fromEntries(
    paymasterGasFields.flatMap((name) => {
      const limit = readQuantity(answer[name])
      return limit === undefined ? [] : [[name, limit]]
    }),
  )
}

/** A paymaster service, which is asked once for an estimate, and once for the operation as it is signed. */
function createPayment(
  { batches, fail }: ProviderParts,
  { chainId, entryPoint }: { readonly chainId: number; readonly entryPoint: Hex },
  { url, context }: PaymasterService,
) {
  let isFinal = false
  async function ask(method: string, operation: UserOperation): Promise<Partial<UserOperation>> {
    const params = [wireOf(operation, provisional), entryPoint, `0x${chainId.toString(16)}`, context]
    const answer: Record<string, unknown> = Object(await batches.askPaymaster(url, method, params))
    const { paymaster, paymasterData = '0x' } = answer
    if (typeof paymaster !== 'string' || typeof paymasterData !== 'string' || isSameAddress(paymaster, '0x'))
      throw fail(providerCodes.internal, `The paymaster service answered ${method} without a paymaster.`)
    isFinal = answer.isFinal === true
    return { paymaster: paymaster as Hex, paymasterData: paymasterData as Hex, ...gasOfPaymaster(answer) }
  }
  return {
    stub: (operation: UserOperation) => ask('pm_getPaymasterStubData', operation),
    final: async (operation: UserOperation) => (isFinal ? {} : ask('pm_getPaymasterData', operation)),
  }
}

/** The operation as JSON-RPC has it. */
function wireOf({ authorization, ...operation }: UserOperation, signature: Hex): object {
  const fields = Object.entries(operation).flatMap(([name, value]: [string, Hex | bigint | undefined]) => {
    if (value === undefined) return []
    return [[name, typeof value === 'bigint' ? `0x${value.toString(16)}` : value]]
  })
  return {
    ...Object.fromEntries(fields),
    signature,
    ...(authorization && { eip7702Auth: wireAuthorization(authorization) }),
  }
}
