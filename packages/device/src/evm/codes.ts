/** Codes of EIP-1193, of the proposals that build on it, and of JSON-RPC. */
export const providerCodes = {
  userRejected: 4001,
  unauthorized: 4100,
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
  /** JSON-RPC's own code, since viem goes on to its next way by this one and shows 4200 as the failure. */
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
} as const

/** Makes the error that a provider fails with, in the form of the package. */
export type Fail = (code: number, message: string) => Error
