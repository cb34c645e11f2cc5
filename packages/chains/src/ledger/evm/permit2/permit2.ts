import { methodsOf } from '../abi.ts'
import { allowanceTransfers } from './allowanceTransfers.ts'
import { domainSeparatorMethod } from './permitHashes.ts'
import { signatureTransfers } from './signatureTransfers.ts'

/**
 * The contract that many tokens have approved, and that moves them by signatures. Its functions, events and errors are
 * those of the contract at the same address of every EVM chain.
 */
export const permit2Methods = methodsOf(domainSeparatorMethod, ...allowanceTransfers, ...signatureTransfers)
