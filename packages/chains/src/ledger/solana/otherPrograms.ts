import { defined } from '@latchkey/base/defined'
import { associatedTokenAddress, lookupTableAddress } from '../../codecs/solanaAddresses.ts'
import { type AccountsOf, type layouts, programs } from '../../codecs/solanaInstructions.ts'
import type { SolanaAccountMeta, SolanaInstruction } from '../../codecs/solanaTransactions.ts'
import type { SolanaState } from '../../records.ts'
import { rentOf, sizes } from './accountSizes.ts'
import { extendedSize } from './extensionBytes.ts'
import { associatedExtensionsOf } from './requiredExtensions.ts'
import { assertSigner, type Handlers, moveLamports, type Run, write } from './run.ts'
import { emptyAccount } from './solanaAccounts.ts'
import { InstructionFault } from './solanaFaults.ts'
import { pay } from './systemProgram.ts'
import { initializeAccount } from './tokenProgram.ts'

type CreateAccounts = AccountsOf<(typeof layouts)['spl-associated-token-account']['create']>

/** Makes a lamport balance sufficient for the size of an account. */
function payRent(run: Run, { from, to }: { from: SolanaAccountMeta; to: SolanaAccountMeta }, space: number): void {
  const missing = rentOf(space) - run.bank.get(to.address).lamports
  if (missing > 0n) pay(run, { from, to }, missing)
}

function createAssociated(run: Run, { source, account, wallet, mint, tokenProgram }: CreateAccounts): void {
  if (associatedTokenAddress(wallet.address, mint.address, tokenProgram.address) !== account.address)
    throw new InstructionFault('InvalidSeeds', 'Program log: Error: Associated address does not match seed derivation')
  if (run.bank.get(account.address).program !== emptyAccount.program) throw new InstructionFault('IllegalOwner')
  const isExtended = tokenProgram.address === programs.token2022
  const { data } = run.bank.get(mint.address)
  const extensions = isExtended
    ? associatedExtensionsOf(data?.kind === 'mint' ? data.extensions : undefined)
    : undefined
  const space = extendedSize('token', extensions)
  payRent(run, { from: source, to: account }, space)
  write(run, account, {
    program: tokenProgram.address,
    space,
    ...defined({ data: extensions && { kind: 'uninitialized' as const, extensions: { immutableOwner: {} } } }),
  })
  initializeAccount({ ...run, program: tokenProgram.address }, { account, mint }, { owner: wallet.address })
}

/** The instructions of the associated token account program. */
export const associatedTokenProgram: Handlers<'spl-associated-token-account'> = {
  create: createAssociated,
  createIdempotent(run, accounts) {
    const { data, program } = run.bank.get(accounts.account.address)
    const exists =
      program === accounts.tokenProgram.address &&
      data?.kind === 'token' &&
      data.owner === accounts.wallet.address &&
      data.mint === accounts.mint.address
    if (!exists) createAssociated(run, accounts)
  },
}

/** How many slots old the slot in the address of a new lookup table may be. */
const recentSlots = 512

type Table = Extract<SolanaState, { kind: 'lookupTable' }>

function tableOf(run: Run, { address }: SolanaAccountMeta): Table {
  const { data } = run.bank.get(address)
  if (data?.kind !== 'lookupTable') throw new InstructionFault('InvalidAccountOwner')
  return data
}

/** The table, when the account that signs may change it. */
function ownTable(run: Run, table: SolanaAccountMeta, authority: SolanaAccountMeta): Table {
  const state = tableOf(run, table)
  if (state.authority === undefined) throw new InstructionFault('Immutable', 'Lookup table is frozen')
  if (state.authority !== authority.address) throw new InstructionFault('IncorrectAuthority')
  assertSigner(authority)
  return state
}

/** The instructions of the address lookup table program. */
export const lookupTableProgram: Handlers<'address-lookup-table'> = {
  createLookupTable(run, { lookupTableAccount, lookupTableAuthority, payerAccount }, { recentSlot }) {
    const slot = BigInt(run.slot)
    if (recentSlot > slot || recentSlot < slot - BigInt(recentSlots))
      throw new InstructionFault('InvalidInstructionData', `${recentSlot} is not a recent slot`)
    if (lookupTableAddress(lookupTableAuthority.address, recentSlot) !== lookupTableAccount.address)
      throw new InstructionFault('InvalidArgument', 'Table address must match derived address')
    if (run.bank.get(lookupTableAccount.address).data?.kind === 'lookupTable') return
    payRent(run, { from: payerAccount, to: lookupTableAccount }, sizes.lookupTable)
    write(run, lookupTableAccount, {
      program: run.program,
      space: sizes.lookupTable,
      data: { kind: 'lookupTable', addresses: [], authority: lookupTableAuthority.address, extendedInSlot: run.slot },
    })
  },
  extendLookupTable(run, { lookupTableAccount, lookupTableAuthority }, { newAddresses }) {
    const state = ownTable(run, lookupTableAccount, lookupTableAuthority)
    if (state.deactivatedInSlot !== undefined) throw new InstructionFault('InvalidArgument')
    const addresses = [...state.addresses, ...newAddresses]
    if (newAddresses.length === 0 || addresses.length > 256) throw new InstructionFault('InvalidInstructionData')
    const space = sizes.lookupTable + 32 * addresses.length
    // The payer is the account that comes third, by custom also the authority.
    const payer = run.furtherAccounts[0] ?? lookupTableAuthority
    payRent(run, { from: payer, to: lookupTableAccount }, space)
    write(run, lookupTableAccount, { space, data: { ...state, addresses, extendedInSlot: run.slot } })
  },
  freezeLookupTable(run, { lookupTableAccount, lookupTableAuthority }) {
    const { authority: _, ...state } = ownTable(run, lookupTableAccount, lookupTableAuthority)
    if (state.addresses.length === 0) throw new InstructionFault('InvalidInstructionData')
    write(run, lookupTableAccount, { data: state })
  },
  deactivateLookupTable(run, { lookupTableAccount, lookupTableAuthority }) {
    const state = ownTable(run, lookupTableAccount, lookupTableAuthority)
    if (state.deactivatedInSlot !== undefined) throw new InstructionFault('InvalidArgument')
    write(run, lookupTableAccount, { data: { ...state, deactivatedInSlot: run.slot } })
  },
  closeLookupTable(run, { lookupTableAccount, lookupTableAuthority, recipient }) {
    const { deactivatedInSlot } = ownTable(run, lookupTableAccount, lookupTableAuthority)
    const isOver = deactivatedInSlot !== undefined && run.slot - deactivatedInSlot > recentSlots
    if (!isOver) throw new InstructionFault('InvalidArgument', 'Table cannot be closed until it is fully deactivated')
    moveLamports(run, { from: lookupTableAccount, to: recipient }, run.bank.get(lookupTableAccount.address).lamports)
    write(run, lookupTableAccount, { ...emptyAccount, data: undefined })
  },
}

/** Runs the memo program: it writes a text that all of its accounts have signed. */
export function writeMemo(run: Run, { accounts, data }: SolanaInstruction): void {
  for (const account of accounts) assertSigner(account)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(data)
  } catch {
    throw new InstructionFault('InvalidInstructionData', 'Program log: Invalid UTF-8')
  }
  run.logs.push(`Program log: Memo (len ${data.length}): ${JSON.stringify(text)}`)
}
