import * as UserOperation from 'ox/erc4337/UserOperation'
import * as PersonalMessage from 'ox/PersonalMessage'
import { fitsContext } from './encoding.ts'
import { versionOfEntryPoint } from './entryPoints.ts'
import type { SignableOperation, SignRequest } from './types.ts'

/** The fields as texts: JSON has no integers as large as those of Ethereum. */
const textsOf = (fields: object) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )

/** A user operation: the digest over its hash, and its fields as the meaning. */
export function operationRequest({ operation, entryPoint, chainId }: SignableOperation): SignRequest {
  const { authorization, ...hashed } = operation
  const entryPointVersion = versionOfEntryPoint(entryPoint)
  const hash = UserOperation.hash(
    { ...hashed, signature: '0x' },
    { chainId, entryPointAddress: entryPoint, entryPointVersion },
  )
  // From version 0.8 on the hash is that of typed data, and accounts take it as it is.
  const signed = entryPointVersion === '0.7' ? PersonalMessage.getSignPayload(hash) : hash
  const digest = { message: signed.slice(2), isFormatted: true }
  // The operation of the service takes no longer texts, and knows a digest without its meaning as one.
  if (!fitsContext(hashed.callData)) return digest
  const delegation = authorization && { authorization: { ...authorization, v: String(authorization.v) } }
  const fields = { ...textsOf(hashed), ...delegation }
  return { ...digest, context: { evmUserOperation: { chainId, entryPoint, operation: fields } } }
}
