import { readHex, toHex } from '@latchkey/base/bytes'
import { readErc6492 } from '@latchkey/crypto/chains/erc6492'
import { recoverAccount } from '@latchkey/crypto/chains/recoverable'
/**
 * Calls without an address, whose own code calls a contract that need not be deployed yet. No bytecode runs here, so
 * known code is recognised by its hash.
 */
import { keccak_256 } from '@noble/hashes/sha3.js'
import * as AbiFunction from 'ox/AbiFunction'
import * as AbiParameters from 'ox/AbiParameters'
import type { Hex } from '../../codecs/evmTransactions.ts'
import type { Code, Execution } from './execution.ts'
import { codeDeployedBy } from './knownCode.ts'
import { deployPlanned } from './plannedDeployment.ts'
import { Revert } from './revert.ts'

interface Deployless {
  /** Of the code, in bytes. The arguments follow it. */
  readonly length: number
  /** Keccak-256 of the code. */
  readonly hash: string
  /** Whether the code in the arguments is known, too. @default there is none */
  readonly isKnown?: (args: Hex) => boolean
  run(execution: Execution, args: Hex): Hex
}

const hashOf = (bytes: Uint8Array): string => toHex(keccak_256(bytes))

const zeroValue = { value: 0n } as const

/** Deploys a contract by its factory, if it is not deployed yet. */
function deployFor(execution: Execution, to: Hex, { factory, calldata }: { factory: Hex; calldata: Hex }): void {
  if (execution.hasCode(to) || deployPlanned(execution, to, { factory, calldata })) return
  execution.call({ from: execution.origin, to: factory, data: calldata, ...zeroValue })
}

const callParameters = AbiParameters.from('address to, bytes data, address factory, bytes calldata')

/** A call of a contract, after its factory has deployed it. */
function callDeployed(execution: Execution, args: Hex): Hex {
  const [to, data, factory, calldata] = AbiParameters.decode(callParameters, args, { checksumAddress: false })
  deployFor(execution, to, { factory, calldata })
  return execution.call({ from: execution.origin, to, data, ...zeroValue })
}

const sentParameters = AbiParameters.from('bytes code, bytes data')

function readSent(args: Hex): { readonly code: Code | undefined; readonly data: Hex } {
  const [bytecode, data] = AbiParameters.decode(sentParameters, args)
  return { code: codeDeployedBy(bytecode), data }
}

function isKnownContract(args: Hex): boolean {
  try {
    return readSent(args).code !== undefined
  } catch {
    return false
  }
}

/** Where a contract is whose code is in the arguments, as long as it is called. */
const sentAddress: Hex = `0x${'0'.repeat(36)}5e17`

/** A call of a contract whose code is in the arguments. */
function callSent(execution: Execution, args: Hex): Hex {
  const { code, data } = readSent(args)
  if (code === undefined) throw new Revert('0x')
  execution.placeCode(sentAddress, code)
  return execution.call({ from: execution.origin, to: sentAddress, data, ...zeroValue })
}

const signedParameters = AbiParameters.from('address signer, bytes32 hash, bytes signature')
const isValidSignature = AbiFunction.from(
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
)
const validAnswer = '0x1626ba7e'

/** Whether a contract or a key has signed, in the order of ERC-6492. @returns One byte, 1 or 0 */
function verify(execution: Execution, args: Hex): Hex {
  const [signer, hash, signature] = AbiParameters.decode(signedParameters, args, { checksumAddress: false })
  const inner = deployForSignature(execution, signer, signature)
  const isSigned = execution.hasCode(signer)
    ? contractAccepts(execution, signer, { hash, signature: inner })
    : isKeySignature(signer, hash, inner)
  return isSigned ? '0x01' : '0x00'
}

/** Deploys the contract of a wrapped signature (ERC-6492). @returns The signature in it, or else the whole one */
function deployForSignature(execution: Execution, signer: Hex, signature: Hex): Hex {
  const wrapped = readErc6492(readHex(signature) ?? new Uint8Array())
  if (!wrapped) return signature
  deployFor(execution, signer, { factory: `0x${toHex(wrapped.factory)}`, calldata: `0x${toHex(wrapped.calldata)}` })
  return `0x${toHex(wrapped.signature)}`
}

/** Whether the contract at an address has signed (ERC-1271), which a wrapped signature deploys (ERC-6492). */
export function isSignedByContract(execution: Execution, signer: Hex, { hash, signature }: Signed): boolean {
  try {
    const inner = deployForSignature(execution, signer, signature)
    return execution.hasCode(signer) && contractAccepts(execution, signer, { hash, signature: inner })
  } catch (error) {
    if (error instanceof Revert) return false
    throw error
  }
}

interface Signed {
  readonly hash: Hex
  readonly signature: Hex
}

function contractAccepts(execution: Execution, signer: Hex, { hash, signature }: Signed): boolean {
  const data = AbiFunction.encodeData(isValidSignature, [hash, signature])
  const { success, data: answer } = execution.tryCall({ from: execution.origin, to: signer, data, ...zeroValue })
  return success && answer.startsWith(validAnswer)
}

function isKeySignature(signer: Hex, hash: Hex, signature: Hex): boolean {
  const [digest, bytes] = [readHex(hash), readHex(signature)]
  const account = digest && bytes ? recoverAccount(digest, bytes) : undefined
  return account !== undefined && `0x${toHex(account)}` === signer
}

/** The calls that viem sends, by the length and the hash of their code. */
const knownCalls: readonly Deployless[] = [
  {
    length: 398,
    hash: '22296fa8f815086ccadc3cb4a9fb337da50380b8231699362f2c541dc63d0249',
    isKnown: isKnownContract,
    run: callSent,
  },
  { length: 704, hash: '928cd91bb6046b70d97e87f6cf7fe1f4cabb79083c57455c9aa436390ddc46cf', run: callDeployed },
  { length: 1684, hash: '00f03afb646c45f698b5a1f540c482aebc9f5215003e4707d362a02526753936', run: verify },
]

/** Reads a call that carries its code; `undefined` for code that nobody knows. */
export function readDeployless(data: Hex): ((execution: Execution) => Hex) | undefined {
  const bytes = readHex(data) ?? new Uint8Array()
  const call = knownCalls.find(
    ({ length, hash }) => bytes.length >= length && hashOf(bytes.subarray(0, length)) === hash,
  )
  if (!call) return undefined
  const args: Hex = `0x${data.slice(2 + 2 * call.length)}`
  if (call.isKnown?.(args) === false) return undefined
  return (execution) => {
    try {
      return call.run(execution, args)
    } catch (error) {
      // Arguments that cannot be read revert, as in Solidity.
      throw error instanceof Revert ? error : new Revert('0x')
    }
  }
}
