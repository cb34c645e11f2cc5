import { utf8 } from '@latchkey/base/bytes'
import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  getAddressEncoder,
  getStructEncoder,
  getU32Encoder,
  getU64Encoder,
  getU8Encoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { associatedTokenAddress } from '../src/codecs/solanaAddresses.ts'
import { programs } from '../src/codecs/solanaInstructions.ts'

/** Transactions of Solana as a wallet builds them, by @solana/kit. */

/** The parts of a transaction that {@link transactionOf} creates. */
export interface TransactionParts {
  readonly instructions: readonly Instruction[]
  readonly blockhash: string
  readonly feePayer: Address
  readonly version?: 'legacy' | 0
  readonly tables?: Readonly<Record<Address, Address[]>>
}

/** A transaction without signatures. */
export function transactionOf({ instructions, blockhash, feePayer, version = 0, tables = {} }: TransactionParts) {
  const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight: 0n }
  return pipe(
    createTransactionMessage({ version: version as 0 }),
    (message) => setTransactionMessageFeePayer(feePayer, message),
    (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
    (message) => appendTransactionMessageInstructions(instructions, message),
    (message) => compressTransactionMessageUsingAddressLookupTables(message, tables),
    compileTransaction,
  )
}

const { READONLY, READONLY_SIGNER, WRITABLE, WRITABLE_SIGNER } = AccountRole
/** The accounts of an instruction, with their roles. */
export const metas = (...accounts: readonly (readonly [string, AccountRole])[]) =>
  accounts.map(([key, role]) => ({ address: address(key), role }))

const tagged = (tag: number, amount?: bigint, decimals?: number) =>
  getStructEncoder([
    ['tag', getU8Encoder()],
    ...(amount === undefined ? [] : ([['amount', getU64Encoder()]] as const)),
    ...(decimals === undefined ? [] : ([['decimals', getU8Encoder()]] as const)),
  ] as never).encode({ tag, amount, decimals } as never) as Uint8Array

/** A payment of lamports by the system program. */
export function transferSol(from: string, to: string, lamports: bigint): Instruction {
  const data = getStructEncoder([
    ['tag', getU32Encoder()],
    ['lamports', getU64Encoder()],
  ]).encode({ tag: 2, lamports })
  return { programAddress: address(programs.system), accounts: metas([from, WRITABLE_SIGNER], [to, WRITABLE]), data }
}

/** The creation of an account that a program keeps. */
export function createAccount(
  { from, account, program }: { from: string; account: string; program: string },
  { lamports, space }: { lamports: bigint; space: bigint },
): Instruction {
  const data = getStructEncoder([
    ['tag', getU32Encoder()],
    ['lamports', getU64Encoder()],
    ['space', getU64Encoder()],
    ['owner', getAddressEncoder()],
  ]).encode({ tag: 0, lamports, space, owner: address(program) })
  const accounts = metas([from, WRITABLE_SIGNER], [account, WRITABLE_SIGNER])
  return { programAddress: address(programs.system), accounts, data }
}

/** The creation of a wallet's token account for a mint; `tag` 1 accepts an account that is there already. */
export function createTokenAccount(
  payer: string,
  { wallet, mint, tag = 1 }: { wallet: string; mint: string; tag?: 0 | 1 },
) {
  return {
    programAddress: address(programs.associatedToken),
    accounts: metas(
      [payer, WRITABLE_SIGNER],
      [associatedTokenAddress(wallet, mint), WRITABLE],
      [wallet, READONLY],
      [mint, READONLY],
      [programs.system, READONLY],
      [programs.token, READONLY],
    ),
    data: Uint8Array.of(tag),
  } satisfies Instruction
}

/** An instruction of the token program by its number. */
export function tokenInstruction(
  tag: number,
  accounts: readonly (readonly [string, 'w' | 'r' | 's'])[],
  data: { amount?: bigint; decimals?: number; bytes?: Uint8Array } = {},
): Instruction {
  const roles = { w: WRITABLE, r: READONLY, s: READONLY_SIGNER }
  return {
    programAddress: address(programs.token),
    accounts: metas(...accounts.map(([key, role]) => [key, roles[role]] as const)),
    data: data.bytes ?? tagged(tag, data.amount, data.decimals),
  }
}

/** A payment of tokens from one wallet's associated account to that of another. */
export function transferTokens(
  mint: string,
  { from, to, authority = from }: { from: string; to: string; authority?: string },
  { amount, decimals }: { amount: bigint; decimals?: number | undefined },
): Instruction {
  const [source, destination] = [associatedTokenAddress(from, mint), associatedTokenAddress(to, mint)]
  return decimals === undefined
    ? tokenInstruction(
        3,
        [
          [source, 'w'],
          [destination, 'w'],
          [authority, 's'],
        ],
        { amount },
      )
    : tokenInstruction(
        12,
        [
          [source, 'w'],
          [mint, 'r'],
          [destination, 'w'],
          [authority, 's'],
        ],
        { amount, decimals },
      )
}

/** A note of the memo program. */
export function memo(text: string, ...signers: readonly string[]): Instruction {
  const accounts = metas(...signers.map((signer) => [signer, READONLY_SIGNER] as const))
  return { programAddress: address(programs.memo), accounts, data: utf8(text) }
}
