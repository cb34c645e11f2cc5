import { domainSeparator, getSignPayload } from 'ox/TypedData'
import type { Hex } from '../../codecs/evmTransactions.ts'
import { accountAt, changeAccount } from '../accounts.ts'
import { method } from './abi.ts'
import { recoverSigner } from './ecdsa.ts'
import { domainMethod } from './eip712Domain.ts'
import { accountOf, type Frame } from './execution.ts'
import { Revert } from './revert.ts'
import { domainOf } from './tokenDomain.ts'
import { erc20Errors } from './tokenErrors.ts'

/** A right to spend, which the owner grants. */
interface Grant {
  readonly owner: Hex
  readonly spender: Hex
  readonly amount: bigint
}

const permitTypes = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const

const networkAccountOf = ({ execution }: Frame, owner: Hex) => ({
  account: accountOf(owner),
  networkId: execution.networkId,
})

function nonceOf(frame: Frame, owner: Hex): bigint {
  const { permitNonces } = accountAt(frame.execution.backend, networkAccountOf(frame, owner))
  return BigInt(permitNonces?.[frame.self] ?? '0')
}

/** The signer of a digest. @throws {@link Revert} for a signature from which nobody can be recovered */
function signerOf(frame: Frame, digest: Hex, signature: Hex): Hex {
  try {
    return recoverSigner(digest, signature)
  } catch (error) {
    throw error instanceof Revert ? erc20Errors(frame).brokenSignature(error) : error
  }
}

/** Approvals that the owner signs and anybody sends (ERC-2612). */
export function permitMethods(approve: (frame: Frame, grant: Grant) => void) {
  return [
    method('function nonces(address owner) view returns (uint256)', (frame: Frame, [owner]) => nonceOf(frame, owner)),
    method('function DOMAIN_SEPARATOR() view returns (bytes32)', (frame: Frame) => domainSeparator(domainOf(frame))),
    domainMethod(domainOf),
    method(
      'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
      (frame: Frame, [owner, spender, value, deadline, v, r, s]) => {
        const { backend, block } = frame.execution
        const errors = erc20Errors(frame)
        if (deadline < block.time) throw errors.expiredSignature(deadline)
        const nonce = nonceOf(frame, owner)
        const message = { owner, spender, value, nonce, deadline }
        const digest = getSignPayload({ domain: domainOf(frame), types: permitTypes, primaryType: 'Permit', message })
        const signer = signerOf(frame, digest, `${r}${s.slice(2)}${v.toString(16).padStart(2, '0')}`)
        if (signer !== owner) throw errors.invalidSigner(signer, owner)
        const networkAccount = networkAccountOf(frame, owner)
        const { permitNonces } = accountAt(backend, networkAccount)
        changeAccount(backend, networkAccount, {
          permitNonces: { ...permitNonces, [frame.self]: (nonce + 1n).toString() },
        })
        approve(frame, { owner, spender, amount: value })
      },
    ),
  ]
}
