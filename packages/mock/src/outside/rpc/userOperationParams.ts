import type { Hex } from '../../crypto/evmTransactions.ts'
import type { EntryPointVersion, UserOperation } from '../ledger/evm/userOperations.ts'
import { readAddress, readData, readObject, readQuantity } from './evmParams.ts'

type Fields = Readonly<Record<string, unknown>>

const word = (value: bigint) => value.toString(16).padStart(32, '0').slice(-32)

/** Reads a user operation as bundlers take it. @throws {@link RpcError} for a field of another form */
export function readUserOperation(value: unknown, version: EntryPointVersion): UserOperation {
  const fields = readObject(value, 'userOperation')
  const number = (name: string) => readQuantity(fields[name], name)
  const data = (name: string) => readData(fields[name], name)
  return {
    sender: readAddress(fields.sender, 'sender'),
    nonce: number('nonce'),
    initCode: version === '0.6' ? data('initCode') : readInitCode(fields),
    callData: data('callData'),
    callGasLimit: number('callGasLimit'),
    verificationGasLimit: number('verificationGasLimit'),
    preVerificationGas: number('preVerificationGas'),
    maxFeePerGas: number('maxFeePerGas'),
    maxPriorityFeePerGas: number('maxPriorityFeePerGas'),
    paymasterAndData: version === '0.6' ? data('paymasterAndData') : readPaymaster(fields),
    signature: data('signature'),
  }
}

function readInitCode({ factory, factoryData }: Fields): Hex {
  if (factory === undefined || factory === null) return '0x'
  return `${readAddress(factory, 'factory')}${readData(factoryData, 'factoryData').slice(2)}` as Hex
}

function readPaymaster(fields: Fields): Hex {
  const { paymaster, paymasterData } = fields
  if (paymaster === undefined || paymaster === null) return '0x'
  const limits = ['paymasterVerificationGasLimit', 'paymasterPostOpGasLimit'].map((name) =>
    word(readQuantity(fields[name], name)),
  )
  return `${readAddress(paymaster, 'paymaster')}${limits.join('')}${readData(paymasterData, 'paymasterData').slice(2)}` as Hex
}
