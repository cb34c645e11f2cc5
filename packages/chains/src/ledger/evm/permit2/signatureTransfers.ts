/** Transfers at Permit2 that the owner signs, each of them once. */
import type { Hex } from '../../../codecs/evmTransactions.ts'
import { storedValue, storeValue } from '../../contractStorage.ts'
import { customError, event, method } from '../abi.ts'
import type { Frame } from '../execution.ts'
import type { Steps } from '../steps.ts'
import { hashTransfer, type TokenPermissions, type TransferPermit, type Witness } from './permitHashes.ts'
import { assertSigned } from './permitSignature.ts'
import { assertNotExpired, contractOf, invalidNonce, moveToken } from './permitTransfer.ts'

const noncesInvalidated = event('event UnorderedNonceInvalidation(address indexed owner, uint256 word, uint256 mask)')
const invalidAmount = customError('error InvalidAmount(uint256 maxAmount)')
const lengthMismatch = customError('error LengthMismatch()')

const keyOf = (owner: Hex, word: bigint) => `nonces ${owner} ${word}`

/** The used numbers of an owner, 256 to a word. */
function bitmapOf(frame: Frame, owner: Hex, word: bigint): bigint {
  return (storedValue(frame.execution.backend, contractOf(frame), keyOf(owner, word)) as bigint | undefined) ?? 0n
}

interface Used {
  readonly owner: Hex
  readonly word: bigint
  readonly mask: bigint
}

function markUsed(frame: Frame, { owner, word, mask }: Used): void {
  const value = bitmapOf(frame, owner, word) | mask
  storeValue(frame.execution.backend, contractOf(frame), { key: keyOf(owner, word), value })
}

function useNonce(frame: Frame, owner: Hex, nonce: bigint): void {
  const word = nonce >> 8n
  const mask = 1n << (nonce & 0xffn)
  if ((bitmapOf(frame, owner, word) & mask) !== 0n) throw invalidNonce()
  markUsed(frame, { owner, word, mask })
}

/** A place to which a spender wants a permitted token to go. */
interface Requested {
  readonly to: Hex
  readonly requestedAmount: bigint
}

/** A transfer, and who has signed it. */
interface SignedTransfer<Permitted> {
  readonly permit: TransferPermit<Permitted>
  readonly owner: Hex
  readonly signature: Hex
  readonly witness?: Witness
}

function* transferOne(
  frame: Frame,
  { permit, owner, signature, witness }: SignedTransfer<TokenPermissions>,
  { to, requestedAmount }: Requested,
): Steps<void> {
  const { token, amount } = permit.permitted
  assertNotExpired(frame, permit.deadline)
  if (requestedAmount > amount) throw invalidAmount(amount)
  useNonce(frame, owner, permit.nonce)
  yield* assertSigned(frame, { owner, struct: hashTransfer(permit, { spender: frame.sender, witness }), signature })
  yield* moveToken(frame, { token, from: owner, to, amount: requestedAmount })
}

/** A token of which nothing is asked is not called. */
function* transferSeveral(
  frame: Frame,
  { permit, owner, signature, witness }: SignedTransfer<readonly TokenPermissions[]>,
  requests: readonly Requested[],
): Steps<void> {
  assertNotExpired(frame, permit.deadline)
  if (permit.permitted.length !== requests.length) throw lengthMismatch()
  useNonce(frame, owner, permit.nonce)
  yield* assertSigned(frame, { owner, struct: hashTransfer(permit, { spender: frame.sender, witness }), signature })
  for (const [index, { token, amount }] of permit.permitted.entries()) {
    const { to, requestedAmount } = requests[index] as Requested
    if (requestedAmount > amount) throw invalidAmount(amount)
    if (requestedAmount > 0n) yield* moveToken(frame, { token, from: owner, to, amount: requestedAmount })
  }
}

const single = '((address token, uint256 amount) permitted, uint256 nonce, uint256 deadline) permit'
const batch = '((address token, uint256 amount)[] permitted, uint256 nonce, uint256 deadline) permit'
const request = '(address to, uint256 requestedAmount)'
const signed = 'bytes32 witness, string witnessTypeString, bytes signature'

/** The functions of `SignatureTransfer`. */
export const signatureTransfers = [
  method('function nonceBitmap(address owner, uint256 wordPos) view returns (uint256)', (frame: Frame, [owner, word]) =>
    bitmapOf(frame, owner, word),
  ),
  method(
    `function permitTransferFrom(${single}, ${request} transferDetails, address owner, bytes signature)`,
    (frame: Frame, [permit, details, owner, signature]) => transferOne(frame, { permit, owner, signature }, details),
  ),
  method(
    `function permitTransferFrom(${batch}, ${request}[] transferDetails, address owner, bytes signature)`,
    (frame: Frame, [permit, details, owner, signature]) =>
      transferSeveral(frame, { permit, owner, signature }, details),
  ),
  method(
    `function permitWitnessTransferFrom(${single}, ${request} transferDetails, address owner, ${signed})`,
    (frame: Frame, [permit, details, owner, witness, typeString, signature]) =>
      transferOne(frame, { permit, owner, signature, witness: { witness, typeString } }, details),
  ),
  method(
    `function permitWitnessTransferFrom(${batch}, ${request}[] transferDetails, address owner, ${signed})`,
    (frame: Frame, [permit, details, owner, witness, typeString, signature]) =>
      transferSeveral(frame, { permit, owner, signature, witness: { witness, typeString } }, details),
  ),
  method('function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)', (frame: Frame, [word, mask]) => {
    markUsed(frame, { owner: frame.sender, word, mask })
    frame.execution.log(noncesInvalidated(frame.self, { owner: frame.sender, word, mask }))
  }),
]
