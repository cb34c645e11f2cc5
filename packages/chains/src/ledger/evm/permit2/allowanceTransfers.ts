/** Allowances at Permit2, with an end and an amount, which the owner gives or signs. */
import { defined } from '@latchkey/base/defined'
import type { Hex } from '../../../codecs/evmTransactions.ts'
import { storedValue, storeValue } from '../../contractStorage.ts'
import { customError, event, method } from '../abi.ts'
import type { Frame } from '../execution.ts'
import type { Steps } from '../steps.ts'
import { hashBatch, hashSingle, type PermitDetails } from './permitHashes.ts'
import { assertSigned } from './permitSignature.ts'
import { assertNotExpired, contractOf, invalidNonce, moveToken } from './permitTransfer.ts'

const approved = event(
  'event Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration)',
)
const permitted = event(
  'event Permit(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration, uint48 nonce)',
)
const lockedDown = event('event Lockdown(address indexed owner, address token, address spender)')
const nonceInvalidated = event(
  'event NonceInvalidation(address indexed owner, address indexed token, address indexed spender, uint48 newNonce, uint48 oldNonce)',
)
const allowanceExpired = customError('error AllowanceExpired(uint256 deadline)')
const insufficientAllowance = customError('error InsufficientAllowance(uint256 amount)')
const excessiveInvalidation = customError('error ExcessiveInvalidation()')

/** The amount that counts as unlimited. */
const unlimited = 2n ** 160n - 1n

interface Allowance {
  readonly amount: bigint
  /** In seconds since 1970. */
  readonly expiration: number
  readonly nonce: number
}

const noAllowance: Allowance = { amount: 0n, expiration: 0, nonce: 0 }

/** Whose token a spender may move. */
interface Granted {
  readonly owner: Hex
  readonly token: Hex
  readonly spender: Hex
}

const keyOf = ({ owner, token, spender }: Granted) => `allowance ${owner} ${token} ${spender}`

function allowanceOf(frame: Frame, granted: Granted): Allowance {
  const stored = storedValue(frame.execution.backend, contractOf(frame), keyOf(granted))
  return (stored as Allowance | undefined) ?? noAllowance
}

/** Changes an allowance. An `expiration` of 0 is that of the block. */
function changeAllowance(frame: Frame, granted: Granted, change: Partial<Allowance>): void {
  const { backend, block } = frame.execution
  const next = { ...allowanceOf(frame, granted), ...change }
  const value = { ...next, ...defined({ expiration: change.expiration === 0 ? Number(block.time) : undefined }) }
  storeValue(backend, contractOf(frame), { key: keyOf(granted), value })
}

interface Grantor {
  readonly owner: Hex
  readonly spender: Hex
}

function grant(frame: Frame, { owner, spender }: Grantor, { token, amount, expiration, nonce }: PermitDetails): void {
  const granted = { owner, token, spender }
  if (allowanceOf(frame, granted).nonce !== nonce) throw invalidNonce()
  changeAllowance(frame, granted, { amount, expiration, nonce: (nonce + 1) % 2 ** 48 })
  frame.execution.log(permitted(frame.self, { ...granted, amount, expiration, nonce }))
}

interface Spent {
  readonly from: Hex
  readonly to: Hex
  readonly amount: bigint
  readonly token: Hex
}

function* spend(frame: Frame, { from, to, amount, token }: Spent): Steps<void> {
  const granted = { owner: from, token, spender: frame.sender }
  const allowance = allowanceOf(frame, granted)
  if (frame.execution.block.time > BigInt(allowance.expiration)) throw allowanceExpired(BigInt(allowance.expiration))
  if (allowance.amount !== unlimited) {
    if (amount > allowance.amount) throw insufficientAllowance(allowance.amount)
    changeAllowance(frame, granted, { amount: allowance.amount - amount })
  }
  yield* moveToken(frame, { token, from, to, amount })
}

const detailsTuple = '(address token, uint160 amount, uint48 expiration, uint48 nonce)'

/** The functions of `AllowanceTransfer`. */
export const allowanceTransfers = [
  method(
    'function allowance(address user, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)',
    (frame: Frame, [owner, token, spender]) => {
      const { amount, expiration, nonce } = allowanceOf(frame, { owner, token, spender })
      return [amount, expiration, nonce] as const
    },
  ),
  method(
    'function approve(address token, address spender, uint160 amount, uint48 expiration)',
    (frame: Frame, [token, spender, amount, expiration]) => {
      const granted = { owner: frame.sender, token, spender }
      changeAllowance(frame, granted, { amount, expiration })
      frame.execution.log(approved(frame.self, { ...granted, amount, expiration }))
    },
  ),
  method(
    `function permit(address owner, (${detailsTuple} details, address spender, uint256 sigDeadline) permitSingle, bytes signature)`,
    function* (frame: Frame, [owner, single, signature]): Steps<void> {
      assertNotExpired(frame, single.sigDeadline)
      yield* assertSigned(frame, { owner, struct: hashSingle(single), signature })
      grant(frame, { owner, spender: single.spender }, single.details)
    },
  ),
  method(
    `function permit(address owner, (${detailsTuple}[] details, address spender, uint256 sigDeadline) permitBatch, bytes signature)`,
    function* (frame: Frame, [owner, batch, signature]): Steps<void> {
      assertNotExpired(frame, batch.sigDeadline)
      yield* assertSigned(frame, { owner, struct: hashBatch(batch), signature })
      for (const details of batch.details) grant(frame, { owner, spender: batch.spender }, details)
    },
  ),
  method(
    'function transferFrom(address from, address to, uint160 amount, address token)',
    (frame: Frame, [from, to, amount, token]) => spend(frame, { from, to, amount, token }),
  ),
  method(
    'function transferFrom((address from, address to, uint160 amount, address token)[] transferDetails)',
    function* (frame: Frame, [details]): Steps<void> {
      for (const each of details) yield* spend(frame, each)
    },
  ),
  method('function lockdown((address token, address spender)[] approvals)', (frame: Frame, [approvals]) => {
    for (const { token, spender } of approvals) {
      const granted = { owner: frame.sender, token, spender }
      changeAllowance(frame, granted, { amount: 0n })
      frame.execution.log(lockedDown(frame.self, { ...granted }))
    }
  }),
  method(
    'function invalidateNonces(address token, address spender, uint48 newNonce)',
    (frame: Frame, [token, spender, newNonce]) => {
      const granted = { owner: frame.sender, token, spender }
      const { nonce: oldNonce } = allowanceOf(frame, granted)
      if (newNonce <= oldNonce) throw invalidNonce()
      if (newNonce - oldNonce > 65_535) throw excessiveInvalidation()
      changeAllowance(frame, granted, { nonce: newNonce })
      frame.execution.log(nonceInvalidated(frame.self, { ...granted, newNonce, oldNonce }))
    },
  ),
]
