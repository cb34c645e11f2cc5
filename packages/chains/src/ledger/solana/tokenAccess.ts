import { defined } from '@latchkey/base/defined'
import { nativeMint } from '../../codecs/solanaInstructions.ts'
import type { SolanaAccountMeta } from '../../codecs/solanaTransactions.ts'
import { type Run, write } from './run.ts'
import { keyOf, type Mint, type TokenAccount } from './solanaAccounts.ts'
import { InstructionFault } from './solanaFaults.ts'

/** The token program's own errors, each with its line in the log. */
const faults = {
  notRentExempt: [0, 'Lamport balance below rent-exempt threshold'],
  insufficientFunds: [1, 'insufficient funds'],
  invalidMint: [2, 'Invalid Mint'],
  mintMismatch: [3, 'Account not associated with this Mint'],
  ownerMismatch: [4, 'owner does not match'],
  fixedSupply: [5, 'the total supply of this token is fixed'],
  alreadyInUse: [6, 'account or token already in use'],
  nativeNotSupported: [10, 'Instruction does not support native tokens'],
  nonNativeHasBalance: [11, 'Non-native account can only be closed if its balance is zero'],
  overflow: [14, 'Operation overflowed'],
  authorityNotSupported: [15, 'Account does not support specified authority type'],
  mintCannotFreeze: [16, 'This token mint cannot freeze accounts'],
  accountFrozen: [17, 'Account is frozen'],
  decimalsMismatch: [18, 'The provided decimals value different from the Mint decimals'],
  nonNativeNotSupported: [19, 'Instruction does not support non-native tokens'],
  extensionMismatch: [21, 'Extension does not match the base type provided'],
  extensionAlreadyInitialized: [22, 'Extension already initialized on this account'],
  mintHasSupply: [28, 'Mint has non-zero supply. Burn all tokens before closing the mint'],
  noAuthority: [29, 'No authority exists to perform the desired operation'],
  feeExceedsMaximum: [30, 'Transfer fee exceeds maximum of 10,000 basis points'],
  mintRequired: [
    31,
    'Mint required for this account to transfer tokens, use `transfer_checked` or `transfer_checked_with_fee`',
  ],
  feeMismatch: [32, 'Calculated fee does not match expected fee'],
  immutableOwner: [34, 'The owner authority cannot be changed'],
  withheldFees: [
    35,
    'An account can only be closed if its withheld fee balance is zero, harvest fees to the mint and try again',
  ],
  noMemo: [36, 'No memo in previous instruction; required for recipient to receive a transfer'],
  nonTransferable: [37, 'Transfer is disabled for this mint'],
  needsImmutableOwner: [38, "Non-transferable tokens can't be minted to an account without immutable ownership"],
  extensionCombination: [51, 'Mint or account is initialized to an invalid combination of extensions'],
} as const

export type TokenFault = keyof typeof faults

export function tokenFault(name: TokenFault): InstructionFault {
  const [number, sentence] = faults[name]
  return new InstructionFault(number, `Program log: Error: ${sentence}`)
}

/** The state of a token account that the running program keeps. */
export function tokenAccountOf(run: Run, { address }: SolanaAccountMeta): TokenAccount {
  const { program, data } = run.bank.get(address)
  if (program !== run.program) throw new InstructionFault('IncorrectProgramId')
  if (data?.kind !== 'token') throw new InstructionFault('InvalidAccountData')
  return data
}

/** The state of a mint that the running program keeps. */
export function mintOf(run: Run, { address }: SolanaAccountMeta): Mint {
  const { program, data } = run.bank.get(address)
  if (program !== run.program) throw new InstructionFault('IncorrectProgramId')
  if (data?.kind !== 'mint') throw tokenFault('invalidMint')
  return data
}

export function changeToken(run: Run, meta: SolanaAccountMeta, change: Partial<TokenAccount>): void {
  write(run, meta, { data: { ...tokenAccountOf(run, meta), ...change } })
}

/** @throws {@link InstructionFault} when the account is not this authority, or has not signed */
export function assertAuthority(authority: string | undefined, { address, isSigner }: SolanaAccountMeta): void {
  if (authority !== address) throw tokenFault('ownerMismatch')
  if (!isSigner) throw new InstructionFault('MissingRequiredSignature')
}

/** Checks the mint and its decimals, which the checked instructions name. */
export function assertMint(
  run: Run,
  account: TokenAccount,
  { mint, decimals }: { readonly mint: SolanaAccountMeta; readonly decimals?: number | undefined },
): void {
  if (account.mint !== mint.address) throw tokenFault('mintMismatch')
  if (decimals !== undefined && mintOf(run, mint).decimals !== decimals) throw tokenFault('decimalsMismatch')
}

/**
 * Checks that an authority may move an amount of a token account: as its owner, as its delegate, or as the permanent
 * delegate of the mint.
 *
 * @returns The remaining amount of the delegate, as a change of the account.
 */
export function spend(
  account: TokenAccount,
  authority: SolanaAccountMeta,
  { amount, permanentDelegate }: { readonly amount: bigint; readonly permanentDelegate?: string | undefined },
): Partial<TokenAccount> {
  if (account.isFrozen) throw tokenFault('accountFrozen')
  if (account.amount < amount) throw tokenFault('insufficientFunds')
  if (permanentDelegate === authority.address) {
    assertAuthority(permanentDelegate, authority)
    return { amount: account.amount - amount }
  }
  if (account.delegate !== authority.address || account.owner === authority.address) {
    assertAuthority(account.owner, authority)
    return { amount: account.amount - amount }
  }
  assertAuthority(account.delegate, authority)
  if (account.delegatedAmount < amount) throw tokenFault('insufficientFunds')
  const delegatedAmount = account.delegatedAmount - amount
  return {
    amount: account.amount - amount,
    delegatedAmount,
    delegate: delegatedAmount === 0n ? undefined : account.delegate,
  }
}

/** Adds to a token account. */
export function receive(run: Run, meta: SolanaAccountMeta, amount: bigint): void {
  const account = tokenAccountOf(run, meta)
  if (account.isFrozen) throw tokenFault('accountFrozen')
  if (account.amount + amount >= 1n << 64n) throw tokenFault('overflow')
  changeToken(run, meta, { amount: account.amount + amount })
}

/**
 * Notes a movement of tokens between the owners of token accounts. Without a sender the tokens are created, and without
 * a recipient they are destroyed.
 */
export function noteTransfer(
  run: Run,
  mint: string,
  { from, to, amount }: { readonly from?: string; readonly to?: string; readonly amount: bigint },
): void {
  run.transfers.push({
    kind: 'spl',
    contract: keyOf(mint),
    ...defined({ from: from === undefined ? undefined : keyOf(from), to: to === undefined ? undefined : keyOf(to) }),
    amount: amount.toString(),
  })
}

/** Moves the lamports that the tokens of the native mint stand for. */
export function moveWrapped(
  run: Run,
  { from, to }: { readonly from: SolanaAccountMeta; readonly to: SolanaAccountMeta },
  amount: bigint,
): void {
  if (tokenAccountOf(run, from).mint !== nativeMint) return
  write(run, from, { lamports: run.bank.get(from.address).lamports - amount })
  write(run, to, { lamports: run.bank.get(to.address).lamports + amount })
}
