/** Transfers that the payer signs and anybody sends (ERC-3009), as FiatTokens of version 2 have them. */
import { getSignPayload } from 'ox/TypedData'
import type { Hex } from '../../codecs/evmTransactions.ts'
import { storedValue, storeValue } from '../contractStorage.ts'
import { event, method, revertWith } from './abi.ts'
import { recoverSigner } from './ecdsa.ts'
import { erc1271Answers, signatureQuestion } from './erc1271.ts'
import { accountOf, type Frame } from './execution.ts'
import { Revert } from './revert.ts'
import type { Steps } from './steps.ts'
import { domainOf } from './tokenDomain.ts'

const used = event('event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)')
const canceled = event('event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)')

/** The reverts of a FiatToken. */
export const authorizationReverts = {
  notYetValid: 'FiatTokenV2: authorization is not yet valid',
  expired: 'FiatTokenV2: authorization is expired',
  used: 'FiatTokenV2: authorization is used or canceled',
  signature: 'FiatTokenV2: invalid signature',
  caller: 'FiatTokenV2: caller must be the payee',
} as const

const transferMembers = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
] as const
const types = {
  TransferWithAuthorization: transferMembers,
  ReceiveWithAuthorization: transferMembers,
  CancelAuthorization: [
    { name: 'authorizer', type: 'address' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

/** A transfer as its payer has signed it. Times are in seconds since 1970. */
interface SignedTransfer {
  readonly from: Hex
  readonly to: Hex
  readonly value: bigint
  readonly validAfter: bigint
  readonly validBefore: bigint
  readonly nonce: Hex
}

type TransferArgs = readonly [
  from: Hex,
  to: Hex,
  value: bigint,
  validAfter: bigint,
  validBefore: bigint,
  nonce: Hex,
  ...rest: unknown[],
]

const transferOf = ([from, to, value, validAfter, validBefore, nonce]: TransferArgs): SignedTransfer => ({
  from,
  to,
  value,
  validAfter,
  validBefore,
  nonce,
})

/** A signature in its three parts, as one text. */
const joined = (v: number, r: Hex, s: Hex): Hex => `${r}${s.slice(2)}${v.toString(16).padStart(2, '0')}`

interface Numbered {
  readonly authorizer: Hex
  readonly nonce: Hex
}

const contractOf = ({ execution, self }: Frame) => ({ account: accountOf(self), networkId: execution.networkId })
const keyOf = ({ authorizer, nonce }: Numbered) => `authorization ${authorizer} ${nonce}`

const isSpent = (frame: Frame, numbered: Numbered): boolean =>
  storedValue(frame.execution.backend, contractOf(frame), keyOf(numbered)) === true

function spend(frame: Frame, numbered: Numbered): void {
  storeValue(frame.execution.backend, contractOf(frame), { key: keyOf(numbered), value: true })
}

function isKeySignature(digest: Hex, signature: Hex, signer: Hex): boolean {
  try {
    return recoverSigner(digest, signature) === signer
  } catch (error) {
    if (error instanceof Revert) return false
    throw error
  }
}

interface Signed {
  readonly primaryType: keyof typeof types
  readonly message: object
  readonly signer: Hex
  readonly signature: Hex
}

/** Asserts that an account, or its contract (ERC-1271), has signed. @throws {@link Revert} */
function* assertSigned(frame: Frame, { primaryType, message, signer, signature }: Signed): Steps<void> {
  const { execution, self } = frame
  const digest = getSignPayload({ domain: domainOf(frame), types, primaryType, message: message as never })
  if (!execution.hasCode(signer)) {
    if (!isKeySignature(digest, signature, signer)) throw revertWith(authorizationReverts.signature)
    return
  }
  const data = signatureQuestion(digest, signature)
  const answer = yield { from: self, to: signer, value: 0n, data, isTried: true }
  if (!answer.success || !answer.data.startsWith(erc1271Answers.valid)) throw revertWith(authorizationReverts.signature)
}

interface Move {
  readonly from: Hex
  readonly to: Hex
  readonly amount: bigint
}

/** Signed transfers. @param move - Moves the tokens. */
export function authorizationMethods(move: (frame: Frame, transfer: Move) => void) {
  type Kind = 'TransferWithAuthorization' | 'ReceiveWithAuthorization'
  function* transfer(frame: Frame, primaryType: Kind, args: readonly [SignedTransfer, Hex]): Steps<void> {
    const [message, signature] = args
    const { from, to, value, validAfter, validBefore, nonce } = message
    const { time } = frame.execution.block
    if (primaryType === 'ReceiveWithAuthorization' && frame.sender !== to) throw revertWith(authorizationReverts.caller)
    if (time <= validAfter) throw revertWith(authorizationReverts.notYetValid)
    if (time >= validBefore) throw revertWith(authorizationReverts.expired)
    const numbered = { authorizer: from, nonce }
    if (isSpent(frame, numbered)) throw revertWith(authorizationReverts.used)
    yield* assertSigned(frame, { primaryType, message, signer: from, signature })
    spend(frame, numbered)
    frame.execution.log(used(frame.self, { authorizer: from, nonce }))
    move(frame, { from, to, amount: value })
  }

  function* cancel(frame: Frame, message: Numbered, signature: Hex): Steps<void> {
    if (isSpent(frame, message)) throw revertWith(authorizationReverts.used)
    const { authorizer: signer } = message
    yield* assertSigned(frame, { primaryType: 'CancelAuthorization', message, signer, signature })
    spend(frame, message)
    frame.execution.log(canceled(frame.self, { ...message }))
  }

  const members = 'address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce'
  return [
    method('function version() view returns (string)', (frame: Frame) => domainOf(frame).version),
    method(
      'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
      (frame: Frame, [authorizer, nonce]) => isSpent(frame, { authorizer, nonce }),
    ),
    method(`function transferWithAuthorization(${members}, uint8 v, bytes32 r, bytes32 s)`, (frame: Frame, args) =>
      transfer(frame, 'TransferWithAuthorization', [transferOf(args), joined(args[6], args[7], args[8])]),
    ),
    method(`function transferWithAuthorization(${members}, bytes signature)`, (frame: Frame, args) =>
      transfer(frame, 'TransferWithAuthorization', [transferOf(args), args[6]]),
    ),
    method(`function receiveWithAuthorization(${members}, uint8 v, bytes32 r, bytes32 s)`, (frame: Frame, args) =>
      transfer(frame, 'ReceiveWithAuthorization', [transferOf(args), joined(args[6], args[7], args[8])]),
    ),
    method(`function receiveWithAuthorization(${members}, bytes signature)`, (frame: Frame, args) =>
      transfer(frame, 'ReceiveWithAuthorization', [transferOf(args), args[6]]),
    ),
    method(
      'function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
      (frame: Frame, [authorizer, nonce, v, r, s]) => cancel(frame, { authorizer, nonce }, joined(v, r, s)),
    ),
    method(
      'function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)',
      (frame: Frame, [authorizer, nonce, signature]) => cancel(frame, { authorizer, nonce }, signature),
    ),
  ]
}
