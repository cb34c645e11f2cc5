/** User operations (ERC-4337) that serve one address. This loads `ox`, so import it lazily. */
import * as UserOperation from 'ox/erc4337/UserOperation'
import type * as Hex from 'ox/Hex'
import type { PolicyDisguise } from './disguise.ts'
import { account, encode, paymentTo, type Served, token, transactionsOn } from './evmTransactions.ts'

type Bytes = Hex.Hex
type Request = PolicyDisguise['request']

const entryPoint07 = '0x0000000071727de22e5e9d8baf0edac6f37da032'
const entryPoint08 = '0x4337084d9e255ff0702461cf8895ce9e3b5ff108'

/** Requests to sign a user operation. */
export function userOperations({ to, chainId }: Omit<Served, 'wallet'>): Record<string, Request> {
  const operation = {
    sender: account as Bytes,
    nonce: 0n,
    callData: encode('execute(address, uint256, bytes)', [token, 0n, paymentTo(to)]),
    callGasLimit: 1n,
    verificationGasLimit: 1n,
    preVerificationGas: 1n,
    maxFeePerGas: 1n,
    maxPriorityFeePerGas: 1n,
    signature: '0x' as const,
  }
  return {
    'call of a user operation': userOperation(operation, { chainId }),
    'paymaster of a user operation': userOperation(
      { ...operation, callData: '0x', paymaster: to, paymasterVerificationGasLimit: 1n, paymasterPostOpGasLimit: 1n },
      { chainId },
    ),
    'factory of a user operation': userOperation(
      { ...operation, callData: '0x', factory: to, factoryData: '0x' },
      { chainId },
    ),
    'entry point of a user operation (0.7)': userOperation(operation, { chainId, entryPoint: to }),
    'call of a user operation at the entry point 0.8': userOperation(operation, {
      chainId,
      entryPoint: entryPoint08,
      version: '0.8',
    }),
    'user operation at its entry point': transactionsOn(chainId).request({
      to: entryPoint07,
      data: handleOps(operation),
    }),
  }
}

interface ChainEntryPoint {
  readonly chainId: number
  readonly entryPoint?: Bytes
  readonly version?: '0.7' | '0.8'
}

function userOperation(
  operation: UserOperation.UserOperation<'0.7'>,
  { chainId, entryPoint = entryPoint07, version = '0.7' }: ChainEntryPoint,
): Request {
  const hashedFor = { chainId, entryPointAddress: entryPoint, entryPointVersion: version } as const
  const texts = Object.fromEntries(Object.entries(operation).map(([name, value]) => [name, String(value)]))
  return {
    message: UserOperation.hash<'0.7'>(operation, hashedFor),
    isFormatted: true,
    context: { evmUserOperation: { chainId, entryPoint, operation: texts } },
  }
}

function handleOps({ sender, callData }: { readonly sender: Bytes; readonly callData: Bytes }): Bytes {
  const nothing = `0x${'0'.repeat(64)}`
  const packed = {
    sender,
    nonce: 0n,
    initCode: '0x',
    callData,
    accountGasLimits: nothing,
    preVerificationGas: 0n,
    gasFees: nothing,
    paymasterAndData: '0x',
    signature: '0x',
  }
  return encode(
    'handleOps((address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)[] ops, address beneficiary)',
    [[packed], account],
  )
}
