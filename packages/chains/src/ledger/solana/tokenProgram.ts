import { defined } from '@latchkey/base/defined'
import { nativeMint, programs } from '../../codecs/solanaInstructions.ts'
import type { SolanaAccountMeta } from '../../codecs/solanaTransactions.ts'
import { accountExtensionProgram } from './accountExtensions.ts'
import { rentOf, sizes } from './accountSizes.ts'
import { extendedSize } from './extensionBytes.ts'
import { closeMint, isExtensionAuthority, mintExtensionProgram, setExtensionAuthority } from './mintExtensions.ts'
import { accountExtensionsOf } from './requiredExtensions.ts'
import { type Handlers, moveLamports, type Run, write } from './run.ts'
import { emptyAccount, type Mint, type TokenAccount } from './solanaAccounts.ts'
import { InstructionFault } from './solanaFaults.ts'
import {
  assertAuthority,
  assertMint,
  changeToken,
  mintOf,
  noteTransfer,
  receive,
  spend,
  tokenAccountOf,
  tokenFault,
} from './tokenAccess.ts'
import { blankExtensionsOf, initializeExtensions } from './tokenExtensions.ts'
import { tokenFees, withheldIn } from './tokenFees.ts'
import { tokenMetadata } from './tokenMetadata.ts'
import { transfer } from './tokenTransfer.ts'

interface Amount {
  readonly amount: bigint
  readonly decimals?: number
}

interface ApproveAccounts {
  readonly source: SolanaAccountMeta
  readonly delegate: SolanaAccountMeta
  readonly owner: SolanaAccountMeta
  readonly mint?: SolanaAccountMeta
}

function approve(run: Run, { source, delegate, owner, mint }: ApproveAccounts, { amount, decimals }: Amount) {
  const account = tokenAccountOf(run, source)
  if (account.isFrozen) throw tokenFault('accountFrozen')
  if (mint) assertMint(run, account, { mint, decimals })
  assertAuthority(account.owner, owner)
  changeToken(run, source, { delegate: delegate.address, delegatedAmount: amount })
}

interface MintAccounts {
  readonly mint: SolanaAccountMeta
  readonly account: SolanaAccountMeta
  readonly mintAuthority: SolanaAccountMeta
}

function mintTo(run: Run, { mint, account, mintAuthority }: MintAccounts, { amount, decimals }: Amount) {
  const state = mintOf(run, mint)
  const to = tokenAccountOf(run, account)
  assertMint(run, to, { mint, decimals })
  if (mint.address === nativeMint) throw tokenFault('nativeNotSupported')
  if (state.mintAuthority === undefined) throw tokenFault('fixedSupply')
  assertAuthority(state.mintAuthority, mintAuthority)
  if (state.extensions?.nonTransferable && !to.extensions?.immutableOwner) throw tokenFault('needsImmutableOwner')
  if (state.supply + amount >= 1n << 64n) throw tokenFault('overflow')
  write(run, mint, { data: { ...state, supply: state.supply + amount } })
  receive(run, account, amount)
  noteTransfer(run, mint.address, { to: to.owner, amount })
}

interface BurnAccounts {
  readonly account: SolanaAccountMeta
  readonly mint: SolanaAccountMeta
  readonly authority: SolanaAccountMeta
}

function burn(run: Run, { account, mint, authority }: BurnAccounts, { amount, decimals }: Amount) {
  const state = mintOf(run, mint)
  const from = tokenAccountOf(run, account)
  assertMint(run, from, { mint, decimals })
  if (mint.address === nativeMint) throw tokenFault('nativeNotSupported')
  const permanentDelegate = state.extensions?.permanentDelegate?.delegate
  changeToken(run, account, spend(from, authority, { amount, permanentDelegate }))
  write(run, mint, { data: { ...state, supply: state.supply - amount } })
  noteTransfer(run, mint.address, { from: from.owner, amount })
}

interface MintFields {
  readonly decimals: number
  readonly mintAuthority: string
  readonly freezeAuthority: string | null
}

function initializeMint(
  run: Run,
  { mint }: { readonly mint: SolanaAccountMeta },
  { decimals, mintAuthority, freezeAuthority }: MintFields,
) {
  const extensions = blankExtensionsOf(run, mint)
  const { space, lamports } = run.bank.get(mint.address)
  if (space !== extendedSize('mint', extensions)) throw new InstructionFault('InvalidAccountData')
  if (lamports < rentOf(space)) throw tokenFault('notRentExempt')
  if (extensions?.defaultAccountState?.accountState === 'frozen' && freezeAuthority === null)
    throw tokenFault('mintCannotFreeze')
  const data: Mint = {
    kind: 'mint',
    decimals,
    mintAuthority,
    ...defined({ freezeAuthority: freezeAuthority ?? undefined }),
    supply: 0n,
    ...defined({ extensions }),
  }
  write(run, mint, { data })
}

/** Makes an account of the program a token account. */
export function initializeAccount(
  run: Run,
  { account, mint }: { readonly account: SolanaAccountMeta; readonly mint: SolanaAccountMeta },
  { owner }: { readonly owner: string },
): void {
  const own = blankExtensionsOf(run, account)
  const { extensions: mintExtensions } = mintOf(run, mint)
  const all = { ...own, ...accountExtensionsOf(mintExtensions) }
  const { space, lamports } = run.bank.get(account.address)
  const size = extendedSize('token', all)
  // Token-2022 leaves room for extensions that come later.
  const isFitting = run.program === programs.token2022 ? space >= size : space === size
  if (!isFitting) throw new InstructionFault('InvalidAccountData')
  if (lamports < rentOf(space)) throw tokenFault('notRentExempt')
  const data: TokenAccount = {
    kind: 'token',
    mint: mint.address,
    owner,
    amount: mint.address === nativeMint ? lamports - rentOf(space) : 0n,
    delegatedAmount: 0n,
    isFrozen: mintExtensions?.defaultAccountState?.accountState === 'frozen',
    ...defined({ extensions: Object.keys(all).length > 0 ? all : undefined }),
  }
  write(run, account, { data })
}

interface FreezeAccounts {
  readonly account: SolanaAccountMeta
  readonly mint: SolanaAccountMeta
  readonly freezeAuthority: SolanaAccountMeta
}

const setFrozen =
  (isFrozen: boolean) =>
  (run: Run, { account, mint, freezeAuthority }: FreezeAccounts) => {
    const state = tokenAccountOf(run, account)
    assertMint(run, state, { mint })
    const authority = mintOf(run, mint).freezeAuthority
    if (authority === undefined) throw tokenFault('mintCannotFreeze')
    assertAuthority(authority, freezeAuthority)
    changeToken(run, account, { isFrozen })
  }

/** The authority that each number of `setAuthority` stands for. */
const authorityTypes = ['mintAuthority', 'freezeAuthority', 'owner', 'closeAuthority'] as const

/** The instructions of the token programs. Accounts that several keys own together are not supported. */
export const tokenProgram: Handlers<'spl-token'> = {
  initializeMint,
  initializeMint2: initializeMint,
  initializeAccount: (run, { account, mint, owner }) =>
    initializeAccount(run, { account, mint }, { owner: owner.address }),
  initializeAccount2: initializeAccount,
  initializeAccount3: initializeAccount,
  initializeImmutableOwner: (run, { account }) => {
    if (run.program === programs.token2022) initializeExtensions(run, account, { immutableOwner: {} })
    // The first token program has no such accounts, and accepts the instruction.
    else blankExtensionsOf(run, account)
  },
  transfer,
  transferChecked: transfer,
  transferCheckedWithFee: transfer,
  approve,
  approveChecked: approve,
  revoke(run, { source, owner }) {
    const account = tokenAccountOf(run, source)
    assertAuthority(account.owner, owner)
    changeToken(run, source, { delegate: undefined, delegatedAmount: 0n })
  },
  setAuthority(run, { account, authority }, { authorityType, newAuthority }) {
    if (isExtensionAuthority(authorityType))
      return setExtensionAuthority(run, [account, authority], { authorityType, newAuthority })
    const right = authorityTypes[authorityType]
    const next = newAuthority ?? undefined
    const { data } = run.bank.get(account.address)
    if (data?.kind === 'mint' && (right === 'mintAuthority' || right === 'freezeAuthority')) {
      if (data[right] === undefined) throw tokenFault(right === 'mintAuthority' ? 'fixedSupply' : 'mintCannotFreeze')
      assertAuthority(data[right], authority)
      write(run, account, { data: { ...mintOf(run, account), [right]: next } })
      return
    }
    const state = tokenAccountOf(run, account)
    if (right !== 'owner' && right !== 'closeAuthority') throw tokenFault('authorityNotSupported')
    assertAuthority(right === 'owner' ? state.owner : (state.closeAuthority ?? state.owner), authority)
    if (right === 'closeAuthority') return changeToken(run, account, { closeAuthority: next })
    if (state.extensions?.immutableOwner) throw tokenFault('immutableOwner')
    if (next === undefined) throw new InstructionFault('InvalidInstructionData')
    // A new owner does not take over rights that the former one has given away.
    changeToken(run, account, { owner: next, delegate: undefined, delegatedAmount: 0n, closeAuthority: undefined })
    noteTransfer(run, state.mint, { from: state.owner, to: next, amount: state.amount })
  },
  mintTo,
  mintToChecked: mintTo,
  burn,
  burnChecked: burn,
  closeAccount(run, { account, destination, owner }) {
    if (account.address === destination.address) throw new InstructionFault('InvalidAccountData')
    if (run.program === programs.token2022 && run.bank.get(account.address).data?.kind === 'mint')
      return closeMint(run, { mint: account, destination, authority: owner })
    const state = tokenAccountOf(run, account)
    if (state.mint !== nativeMint && state.amount > 0n) throw tokenFault('nonNativeHasBalance')
    assertAuthority(state.closeAuthority ?? state.owner, owner)
    if (withheldIn(state) > 0n) throw tokenFault('withheldFees')
    if (state.amount > 0n) noteTransfer(run, state.mint, { from: state.owner, amount: state.amount })
    moveLamports(run, { from: account, to: destination }, run.bank.get(account.address).lamports)
    write(run, account, { ...emptyAccount, data: undefined })
  },
  freezeAccount: setFrozen(true),
  thawAccount: setFrozen(false),
  syncNative(run, { account }) {
    const state = tokenAccountOf(run, account)
    if (state.mint !== nativeMint) throw tokenFault('nonNativeNotSupported')
    const amount = run.bank.get(account.address).lamports - rentOf(sizes.token)
    if (amount === state.amount) return
    changeToken(run, account, { amount })
    noteTransfer(run, state.mint, { to: state.owner, amount: amount - state.amount })
  },
  ...tokenFees,
  ...mintExtensionProgram,
  ...accountExtensionProgram,
  ...tokenMetadata,
}
