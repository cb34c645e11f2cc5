/** Codes of EIP-1193, of the proposals that build on it, and of JSON-RPC. */
export const providerCodes = {
  userRejected: 4001,
  unauthorized: 4100,
  unsupportedMethod: 4200,
  /** The service does not answer, so nothing can be signed on any chain. */
  disconnected: 4900,
  chainDisconnected: 4901,
  unknownChain: 4902,
  /** EIP-5792: an app asks for a capability that the wallet does not have. */
  missingCapability: 5700,
  unsupportedChain: 5710,
  duplicateBatch: 5720,
  unknownBatch: 5730,
  tooManyCalls: 5740,
  refusedUpgrade: 5750,
  atomicityUnsupported: 5760,
  /** EIP-1474: the wallet waits for the person because of an earlier request. */
  resourceUnavailable: -32_002,
  /** EIP-1474: too many requests. */
  limitExceeded: -32_005,
  /** JSON-RPC's own code, since viem goes on to its next way by this one and shows 4200 as the failure. */
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
} as const

/** The data and the cause of an error of a provider. */
interface FailureDetails {
  readonly data?: unknown
  readonly cause?: unknown
}

/** Makes the error that a provider fails with, in the form of the package. */
export type Fail = (code: number, message: string, details?: FailureDetails) => Error
