import type { Hex } from '../codecs/evmTransactions.ts'
import { paymasterSignatureMark, paymasterSignatureOf } from '../ledger/evm/operationHash.ts'
import { entryPoints } from '../ledger/nativeAddresses.ts'
import type { UserOperationRecord } from '../records.ts'
import { quantity } from './evmShapes.ts'

/** A user operation as bundlers show it. The versions from 0.7 on have fields of their own for what version 0.6 joins. */
export function userOperationShape({
  entryPoint,
  operation,
}: Pick<UserOperationRecord, 'entryPoint' | 'operation'>): object {
  const version = entryPoints.find(({ address }) => address === entryPoint)?.version
  if (version === '0.6') return operation
  const { initCode = '0x', paymasterAndData = '0x', ...fields } = operation
  return {
    ...fields,
    ...(initCode !== '0x' && { factory: initCode.slice(0, 42), factoryData: `0x${initCode.slice(42)}` }),
    ...(paymasterAndData !== '0x' && {
      paymaster: paymasterAndData.slice(0, 42),
      paymasterVerificationGasLimit: quantity(`0x${paymasterAndData.slice(42, 74)}`),
      paymasterPostOpGasLimit: quantity(`0x${paymasterAndData.slice(74, 106)}`),
      ...paymasterFields(paymasterAndData as Hex, version === '0.9'),
    }),
  }
}

/** The data of a paymaster, and beside it the signature that it may end with. */
function paymasterFields(paymasterAndData: Hex, maySign: boolean): object {
  const signature = maySign ? paymasterSignatureOf({ paymasterAndData }) : undefined
  if (signature === undefined) return { paymasterData: `0x${paymasterAndData.slice(106)}` }
  const end = signature.length + 4 + paymasterSignatureMark.length
  return { paymasterData: `0x${paymasterAndData.slice(106, -end)}`, paymasterSignature: `0x${signature}` }
}
