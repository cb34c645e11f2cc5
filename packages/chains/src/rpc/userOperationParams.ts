import type { Hex } from '../codecs/evmTransactions.ts'
import { paymasterSignatureMark } from '../ledger/evm/operationHash.ts'
import type { EntryPointVersion, UserOperation } from '../ledger/evm/userOperations.ts'
import { readAddress, readData, readObject, readQuantity } from './evmParams.ts'
import { RpcError } from './jsonRpc.ts'

type Fields = Readonly<Record<string, unknown>>

/** Entry points have no room for larger gas and fees. */
const gasLimit = 2n ** 120n

const word = (value: bigint) => value.toString(16).padStart(32, '0').slice(-32)

/** Reads a user operation as bundlers take it. @throws {@link RpcError} for a field of another form */
export function readUserOperation(value: unknown, version: EntryPointVersion): UserOperation {
  const fields = readObject(value, 'userOperation')
  const number = (name: string) => readQuantity(fields[name], name)
  const gas = (name: string) => readGas(fields, name)
  const data = (name: string) => readData(fields[name], name)
  return {
    sender: readAddress(fields.sender, 'sender'),
    nonce: number('nonce'),
    initCode: version === '0.6' ? data('initCode') : readInitCode(fields),
    callData: data('callData'),
    callGasLimit: gas('callGasLimit'),
    verificationGasLimit: gas('verificationGasLimit'),
    preVerificationGas: gas('preVerificationGas'),
    maxFeePerGas: gas('maxFeePerGas'),
    maxPriorityFeePerGas: gas('maxPriorityFeePerGas'),
    paymasterAndData: version === '0.6' ? data('paymasterAndData') : readPaymaster(fields, version),
    signature: data('signature'),
  }
}

function readGas(fields: Fields, name: string): bigint {
  const value = readQuantity(fields[name], name)
  if (value < gasLimit) return value
  throw new RpcError(-32_500, 'AA94 gas values overflow')
}

function readInitCode({ factory, factoryData }: Fields): Hex {
  if (factory === undefined || factory === null) return '0x'
  // The mark of an account that delegates (EIP-7702, ERC-7769), which is no address.
  const address = factory === '0x7702' ? `0x7702${'0'.repeat(36)}` : readAddress(factory, 'factory')
  const data = factoryData === undefined || factoryData === null ? '0x' : readData(factoryData, 'factoryData')
  return `${address}${data.slice(2)}` as Hex
}

function readPaymaster(fields: Fields, version: EntryPointVersion): Hex {
  const { paymaster, paymasterData, paymasterSignature } = fields
  if (paymaster === undefined || paymaster === null) return '0x'
  const limits = ['paymasterVerificationGasLimit', 'paymasterPostOpGasLimit'].map((name) => word(readGas(fields, name)))
  const head = `${readAddress(paymaster, 'paymaster')}${limits.join('')}`
  const data = readData(paymasterData, 'paymasterData').slice(2)
  if (paymasterSignature === undefined || paymasterSignature === null) return `${head}${data}` as Hex
  if (version !== '0.9') throw new RpcError('params', 'paymasterSignature is a field only of entry point 0.9')
  const signature = readData(paymasterSignature, 'paymasterSignature').slice(2)
  const length = (signature.length / 2).toString(16).padStart(4, '0')
  return `${head}${data}${signature}${length}${paymasterSignatureMark}` as Hex
}
