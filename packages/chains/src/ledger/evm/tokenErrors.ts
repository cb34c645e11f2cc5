/** How tokens revert. The errors are those of OpenZeppelin 5 (ERC-6093, ERC-2612), the texts those of its versions before. */
import type { Hex } from '../../codecs/evmTransactions.ts'
import { isWellKnown } from '../chainTokens.ts'
import { customError, revertWith } from './abi.ts'
import { accountOf, type Frame } from './execution.ts'
import type { Revert } from './revert.ts'

/** The reverts of a token of one kind. */
interface Erc20Errors {
  insufficientBalance(sender: Hex, balance: bigint, needed: bigint): Revert
  insufficientAllowance(spender: Hex, allowance: bigint, needed: bigint): Revert
  invalidReceiver(receiver: Hex): Revert
  invalidSpender(spender: Hex): Revert
  expiredSignature(deadline: bigint): Revert
  invalidSigner(signer: Hex, owner: Hex): Revert
  /** @param error - The error of the recovery, which has found nobody. */
  brokenSignature(error: Revert): Revert
}

const named: Erc20Errors = {
  insufficientBalance: customError('error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)'),
  insufficientAllowance: customError(
    'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
  ),
  invalidReceiver: customError('error ERC20InvalidReceiver(address receiver)'),
  invalidSpender: customError('error ERC20InvalidSpender(address spender)'),
  expiredSignature: customError('error ERC2612ExpiredSignature(uint256 deadline)'),
  invalidSigner: customError('error ERC2612InvalidSigner(address signer, address owner)'),
  brokenSignature: (error) => error,
}

const inWords: Erc20Errors = {
  insufficientBalance: () => revertWith('ERC20: transfer amount exceeds balance'),
  insufficientAllowance: () => revertWith('ERC20: insufficient allowance'),
  invalidReceiver: () => revertWith('ERC20: transfer to the zero address'),
  invalidSpender: () => revertWith('ERC20: approve to the zero address'),
  expiredSignature: () => revertWith('ERC20Permit: expired deadline'),
  invalidSigner: () => revertWith('ERC20Permit: invalid signature'),
  brokenSignature: () => revertWith('ERC20Permit: invalid signature'),
}

/**
 * The reverts of the token that answers. The well-known tokens are older than OpenZeppelin 5, and revert in words on
 * their chains, too; every other token has named errors.
 */
export function erc20Errors({ execution, self }: Frame): Erc20Errors {
  return isWellKnown(accountOf(self), execution.networkId) ? inWords : named
}

/** The reverts of tokens of which each has one owner. */
export const erc721Errors = {
  invalidOwner: customError('error ERC721InvalidOwner(address owner)'),
  nonexistentToken: customError('error ERC721NonexistentToken(uint256 tokenId)'),
  incorrectOwner: customError('error ERC721IncorrectOwner(address sender, uint256 tokenId, address owner)'),
  invalidReceiver: customError('error ERC721InvalidReceiver(address receiver)'),
  insufficientApproval: customError('error ERC721InsufficientApproval(address operator, uint256 tokenId)'),
  invalidApprover: customError('error ERC721InvalidApprover(address approver)'),
  invalidOperator: customError('error ERC721InvalidOperator(address operator)'),
}

/** The reverts of tokens of which each may have many pieces. */
export const erc1155Errors = {
  insufficientBalance: customError(
    'error ERC1155InsufficientBalance(address sender, uint256 balance, uint256 needed, uint256 tokenId)',
  ),
  invalidReceiver: customError('error ERC1155InvalidReceiver(address receiver)'),
  missingApprovalForAll: customError('error ERC1155MissingApprovalForAll(address operator, address owner)'),
  invalidOperator: customError('error ERC1155InvalidOperator(address operator)'),
  invalidArrayLength: customError('error ERC1155InvalidArrayLength(uint256 idsLength, uint256 valuesLength)'),
}
