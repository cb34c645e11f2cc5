import { concat, readBase58, toBase58, utf8 } from '@latchkey/base/bytes'
import { sha256 } from '@noble/hashes/sha2.js'
import { addressWithSeed } from '../../codecs/solanaAddresses.ts'
import { programs } from '../../codecs/solanaInstructions.ts'
import type { SolanaAccountMeta } from '../../codecs/solanaTransactions.ts'
import type { SolanaState } from '../../records.ts'
import { rentOf, sizes } from './accountSizes.ts'
import { assertSigner, type Handlers, moveLamports, type Run, write } from './run.ts'
import { InstructionFault } from './solanaFaults.ts'

/** The numbers of the program's own errors. */
const faults = {
  accountAlreadyInUse: 0,
  resultWithNegativeLamports: 1,
  invalidAccountDataLength: 3,
  addressWithSeedMismatch: 5,
  nonceBlockhashNotExpired: 7,
}

/** The largest account that an instruction creates. */
const maximumSpace = 10n * 1024n * 1024n

/** The instructions of the system program. */
export const systemProgram: Handlers<'system'> = {
  createAccount(run, { source, newAccount }, { lamports, space, owner }) {
    assertSigner(newAccount)
    create(run, { source, newAccount }, { lamports, space, owner })
  },
  createAccountWithSeed(run, { source, newAccount }, { base, seed, lamports, space, owner }) {
    if (addressWithSeed(base, seed, owner) !== newAccount.address)
      throw new InstructionFault(faults.addressWithSeedMismatch, 'Create: address does not match derived address')
    if (!run.signers.has(base)) throw new InstructionFault('MissingRequiredSignature')
    create(run, { source, newAccount }, { lamports, space, owner })
  },
  assign(run, { account }, { owner }) {
    assertSigner(account)
    if (run.bank.get(account.address).program !== programs.system) throw new InstructionFault('ModifiedProgramId')
    write(run, account, { program: owner })
  },
  allocate(run, { account }, { space }) {
    assertSigner(account)
    assertUnused(run, account, 'Allocate')
    write(run, account, { space: sizeOf(space) })
  },
  transfer(run, { source, destination }, { lamports }) {
    pay(run, { from: source, to: destination }, lamports)
  },
  initializeNonce(run, { nonceAccount }, { nonceAuthority }) {
    const { program, space, data, lamports } = run.bank.get(nonceAccount.address)
    if (program !== programs.system || space !== sizes.nonce) throw new InstructionFault('InvalidAccountData')
    if (data) throw new InstructionFault('AccountAlreadyInitialized')
    if (lamports < rentOf(space)) throw new InstructionFault('InsufficientFunds')
    write(run, nonceAccount, { data: { kind: 'nonce', authority: nonceAuthority, nonce: durableNonce(run.blockhash) } })
  },
  advanceNonce(run, { nonceAccount, nonceAuthority }) {
    const data = nonceOf(run, nonceAccount)
    assertAuthority(data.authority, nonceAuthority)
    const nonce = durableNonce(run.blockhash)
    if (nonce === data.nonce) throw new InstructionFault(faults.nonceBlockhashNotExpired)
    write(run, nonceAccount, { data: { ...data, nonce } })
  },
  withdrawFromNonce(run, { nonceAccount, destination, nonceAuthority }, { lamports }) {
    const { data, lamports: present, space } = run.bank.get(nonceAccount.address)
    assertAuthority(data?.kind === 'nonce' ? data.authority : nonceAccount.address, nonceAuthority)
    const remaining = present - lamports
    if (remaining < 0n || (remaining > 0n && remaining < rentOf(space))) throw new InstructionFault('InsufficientFunds')
    moveLamports(run, { from: nonceAccount, to: destination }, lamports)
  },
  authorizeNonce(run, { nonceAccount, nonceAuthority }, { newAuthorized }) {
    const data = nonceOf(run, nonceAccount)
    assertAuthority(data.authority, nonceAuthority)
    write(run, nonceAccount, { data: { ...data, authority: newAuthorized } })
  },
}

interface Creation {
  readonly lamports: bigint
  readonly space: bigint
  readonly owner: string
}

function create(
  run: Run,
  { source, newAccount }: { readonly source: SolanaAccountMeta; readonly newAccount: SolanaAccountMeta },
  { lamports, space, owner }: Creation,
): void {
  if (run.bank.get(newAccount.address).lamports > 0n)
    throw new InstructionFault(
      faults.accountAlreadyInUse,
      `Create Account: account Address { address: ${newAccount.address}, base: None } already in use`,
    )
  assertUnused(run, newAccount, 'Create Account')
  write(run, newAccount, { space: sizeOf(space), program: owner })
  pay(run, { from: source, to: newAccount }, lamports)
}

/** Takes lamports from an account that signs and that no other program keeps. */
export function pay(
  run: Run,
  { from, to }: { readonly from: SolanaAccountMeta; readonly to: SolanaAccountMeta },
  lamports: bigint,
): void {
  assertSigner(from)
  const payer = run.bank.get(from.address)
  if (payer.space > 0) throw new InstructionFault('InvalidArgument', 'Transfer: `from` must not carry data')
  if (payer.program !== programs.system) throw new InstructionFault('ExternalAccountLamportSpend')
  if (payer.lamports < lamports)
    throw new InstructionFault(
      faults.resultWithNegativeLamports,
      `Transfer: insufficient lamports ${payer.lamports}, need ${lamports}`,
    )
  moveLamports(run, { from, to }, lamports)
}

function assertUnused(run: Run, { address }: SolanaAccountMeta, action: string): void {
  const { program, space } = run.bank.get(address)
  if (program !== programs.system || space > 0)
    throw new InstructionFault(
      faults.accountAlreadyInUse,
      `${action}: account Address { address: ${address}, base: None } already in use`,
    )
}

function sizeOf(space: bigint): number {
  if (space > maximumSpace) throw new InstructionFault(faults.invalidAccountDataLength)
  return Number(space)
}

/** The nonce that follows from a blockhash. */
function durableNonce(blockhash: string): string {
  return toBase58(sha256(concat(utf8('DURABLE_NONCE'), readBase58(blockhash) ?? new Uint8Array())))
}

function nonceOf(run: Run, { address }: SolanaAccountMeta): Extract<SolanaState, { kind: 'nonce' }> {
  const { data } = run.bank.get(address)
  if (data?.kind !== 'nonce') throw new InstructionFault('InvalidAccountData')
  return data
}

function assertAuthority(authority: string, { address, isSigner }: SolanaAccountMeta): void {
  if (address !== authority || !isSigner) throw new InstructionFault('MissingRequiredSignature')
}
