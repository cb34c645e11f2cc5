import { concat, equalBytes, readBase58 } from '@latchkey/base/bytes'
import { verifyEd25519 } from '@latchkey/crypto/chains/ed25519'
/**
 * Solana transactions on the wire, in the versions `legacy` and 0. This loads `@solana/kit`, so import it lazily.
 *
 * @see https://solana.com/docs/core/transactions
 */
import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  compileTransaction,
  createTransactionMessage,
  decompileTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
  getTransactionEncoder,
  getStructEncoder,
  getU32Encoder,
  getU64Encoder,
  type Instruction,
  setTransactionMessageComputeUnitLimit,
  setTransactionMessageComputeUnitPrice,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type Transaction,
} from '@solana/kit'

type Bytes = Uint8Array<ArrayBuffer>
type Compiled = Exclude<CompiledTransactionMessage, { version: 1 }> & CompiledTransactionMessageWithLifetime

/** The largest transaction in bytes: one packet of 1280 bytes without its headers. */
export const maximumTransactionSize = 1232

/** A transaction as it is sent. Its accounts and instructions refer to each other by index. */
export interface SolanaTransaction {
  readonly version: 'legacy' | 0
  /** The addresses that must sign, in the order of their signatures. The first one pays the fee. */
  readonly signers: readonly string[]
  /** A signature of 64 bytes per signer; `undefined` where it is missing, which the wire has as zeros. */
  readonly signatures: readonly (Bytes | undefined)[]
  /** The bytes that the signers sign. */
  readonly messageBytes: Bytes
  /** The recent blockhash, or the value of a durable nonce; base58. */
  readonly lifetimeToken: string
  readonly message: Compiled
}

/** An account of a transaction with the rights that the transaction gives to its instructions. */
export interface SolanaAccountMeta {
  readonly address: string
  readonly isSigner: boolean
  readonly isWritable: boolean
}

/** An instruction with its accounts. */
export interface SolanaInstruction {
  readonly program: string
  readonly accounts: readonly SolanaAccountMeta[]
  readonly data: Uint8Array
}

/** The addresses in a lookup table, by index; `undefined` when there is no such table. */
export type LookupTables = (address: string) => readonly string[] | undefined

/**
 * Reads a transaction, and checks what nodes check before they look at any account.
 *
 * @returns `undefined` for bytes that are not a transaction: cut off, with bytes left over, longer than a packet, of
 * another version, or with indexes that refer to nothing.
 */
export function readSolanaTransaction(bytes: Uint8Array): SolanaTransaction | undefined {
  if (bytes.length > maximumTransactionSize) return undefined
  try {
    const { messageBytes, signatures } = getTransactionDecoder().decode(bytes)
    const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
    if (message.version === 1 || !isSane(message)) return undefined
    const transaction = fromParts(message, messageBytes, signatures)
    // The decoders ignore what follows the message, and read some numbers in several spellings.
    return equalBytes(writeSolanaTransaction(transaction), bytes) ? transaction : undefined
  } catch {
    return undefined
  }
}

/** Reads what signers sign, as a transaction without signatures; `undefined` for other bytes. */
export function readSolanaMessage(messageBytes: Uint8Array): SolanaTransaction | undefined {
  const signerCount = messageBytes[(messageBytes[0] ?? 0) & 0x80 ? 1 : 0] ?? 0
  // The number of signatures takes one byte up to 127, and more signatures do not fit into a packet.
  return readSolanaTransaction(concat(Uint8Array.of(signerCount), new Uint8Array(64 * signerCount), messageBytes))
}

/** Writes a transaction for the wire, with zeros for missing signatures. */
export function writeSolanaTransaction({ signers, signatures, message }: SolanaTransaction): Bytes {
  const messageBytes = getCompiledTransactionMessageEncoder().encode(message)
  const bySigner = Object.fromEntries(signers.map((signer, index) => [signer, signatures[index] ?? null]))
  return Uint8Array.from(getTransactionEncoder().encode({ messageBytes, signatures: bySigner } as Transaction))
}

/** Finds the fault of a transaction's signatures: `missing` wins over `invalid`; `undefined` when all are valid. */
export async function signatureFault(transaction: SolanaTransaction): Promise<'missing' | 'invalid' | undefined> {
  const { signers, signatures, messageBytes } = transaction
  if (signatures.includes(undefined)) return 'missing'
  for (const [index, signer] of signers.entries()) {
    const publicKey = readBase58(signer)
    const signature = signatures[index]
    if (!publicKey || !signature || !(await verifyEd25519(signature, messageBytes, publicKey))) return 'invalid'
  }
  return undefined
}

/** Adds the signature of one of the signers, or replaces it. Other addresses change nothing. */
export function withSignature(transaction: SolanaTransaction, signer: string, signature: Bytes): SolanaTransaction {
  const signatures = transaction.signatures.map((present, index) =>
    transaction.signers[index] === signer ? signature : present,
  )
  return { ...transaction, signatures }
}

/**
 * The accounts of a transaction in the order of their indexes: those in the message, then those that it loads from
 * lookup tables, the writable ones first.
 *
 * @returns `undefined` when a lookup table or an address in it is missing.
 */
export function accountsOf({ message }: SolanaTransaction, tables: LookupTables): SolanaAccountMeta[] | undefined {
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = message.header
  const accounts = message.staticAccounts.map((address, index, { length }): SolanaAccountMeta => {
    const isSigner = index < numSignerAccounts
    const end = isSigner ? numSignerAccounts - numReadonlySignerAccounts : length - numReadonlyNonSignerAccounts
    return { address, isSigner, isWritable: index < end }
  })
  for (const isWritable of [true, false])
    for (const { lookupTableAddress, writableIndexes, readonlyIndexes } of lookupsOf(message))
      for (const index of isWritable ? writableIndexes : readonlyIndexes) {
        const address = tables(lookupTableAddress)?.[index]
        if (address === undefined) return undefined
        accounts.push({ address, isSigner: false, isWritable })
      }
  return accounts
}

/** The instructions of a transaction with their accounts, as {@link accountsOf} lists them. */
export function instructionsOf(
  { message }: SolanaTransaction,
  accounts: readonly SolanaAccountMeta[],
): SolanaInstruction[] {
  const accountAt = (index: number) => accounts[index] as SolanaAccountMeta
  return message.instructions.map(({ programAddressIndex, accountIndices = [], data }) => ({
    program: accountAt(programAddressIndex).address,
    accounts: accountIndices.map(accountAt),
    data: data ? Uint8Array.from(data) : new Uint8Array(),
  }))
}

/** A payment of lamports, which its payer has to sign. */
export function createSolanaTransfer(
  { from, to, lamports }: { readonly from: string; readonly to: string; readonly lamports: bigint },
  blockhash: string,
): SolanaTransaction {
  const data = getStructEncoder([
    ['tag', getU32Encoder()],
    ['lamports', getU64Encoder()],
  ]).encode({ tag: 2, lamports })
  const instruction = {
    programAddress: '11111111111111111111111111111111' as Address,
    accounts: [
      { address: from as Address, role: AccountRole.WRITABLE_SIGNER },
      { address: to as Address, role: AccountRole.WRITABLE },
    ],
    data,
  }
  return compileSolanaTransaction([instruction], { feePayer: from, blockhash })
}

/** A transaction without signatures, of the version `legacy`. */
export function compileSolanaTransaction(
  instructions: readonly Instruction[],
  { feePayer, blockhash }: { readonly feePayer: string; readonly blockhash: string },
): SolanaTransaction {
  const paid = setTransactionMessageFeePayer(feePayer as Address, createTransactionMessage({ version: 'legacy' }))
  const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight: 0n }
  const timed = setTransactionMessageLifetimeUsingBlockhash(lifetime, paid)
  const { messageBytes, signatures } = compileTransaction(appendTransactionMessageInstructions(instructions, timed))
  return fromParts(getCompiledTransactionMessageDecoder().decode(messageBytes) as Compiled, messageBytes, signatures)
}

/** A message that is not compiled, in the versions that a {@link SolanaTransaction} has. */
type Rewritable = Exclude<ReturnType<typeof decompileTransactionMessage>, { version: 1 }>

/** The changes that {@link rewriteSolanaTransaction} makes. */
export interface SolanaRewrite {
  readonly feePayer?: string
  /** In compute units. */
  readonly computeUnitLimit?: number
  /** In millionths of a lamport. */
  readonly computeUnitPrice?: bigint
}

/**
 * Writes the message of a transaction anew, with another payer of its fee or with instructions that set its compute
 * budget. These go to the end, because an instruction that advances a durable nonce must stay the first one. All
 * signatures are removed, because they sign the former message; a transaction that needs no change keeps them.
 *
 * @returns `undefined` when a lookup table is missing, the payer is a program of the transaction, or the result is too
 * large.
 */
export function rewriteSolanaTransaction(
  transaction: SolanaTransaction,
  tables: LookupTables,
  { feePayer, computeUnitLimit, computeUnitPrice }: SolanaRewrite,
): SolanaTransaction | undefined {
  const keepsPayer = feePayer === undefined || feePayer === transaction.signers[0]
  if (keepsPayer && computeUnitLimit === undefined && computeUnitPrice === undefined) return transaction
  try {
    const message = decompileTransactionMessage(transaction.message, {
      addressesByLookupTableAddress: resolveTables(transaction, tables),
    }) as Rewritable
    const paid =
      feePayer === undefined ? message : (setTransactionMessageFeePayer(feePayer as Address, message) as Rewritable)
    const limited =
      computeUnitLimit === undefined ? paid : setTransactionMessageComputeUnitLimit(computeUnitLimit, paid)
    const priced =
      computeUnitPrice === undefined ? limited : setTransactionMessageComputeUnitPrice(computeUnitPrice, limited)
    const { messageBytes, signatures } = compileTransaction(priced)
    const compiled = getCompiledTransactionMessageDecoder().decode(messageBytes) as Compiled
    const rewritten = fromParts(compiled, messageBytes, signatures)
    return writeSolanaTransaction(rewritten).length > maximumTransactionSize ? undefined : rewritten
  } catch {
    return undefined
  }
}

function fromParts(
  message: Compiled,
  messageBytes: Readonly<ArrayLike<number>>,
  signatures: Readonly<Record<string, ArrayLike<number> | null>>,
): SolanaTransaction {
  const { version, lifetimeToken, staticAccounts, header } = message
  const signers = staticAccounts.slice(0, header.numSignerAccounts)
  return {
    version,
    signers,
    signatures: signers.map((signer) => {
      const signature = signatures[signer]
      return signature ? Uint8Array.from(signature) : undefined
    }),
    messageBytes: Uint8Array.from(messageBytes),
    lifetimeToken,
    message,
  }
}

function lookupsOf(message: Compiled) {
  return (message.version === 0 && message.addressTableLookups) || []
}

/** Whether the indexes of a message refer to accounts, as nodes check before they load any. */
function isSane(message: Compiled): boolean {
  const { header, staticAccounts, instructions } = message
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = header
  const loaded = lookupsOf(message).map(
    ({ writableIndexes, readonlyIndexes }) => writableIndexes.length + readonlyIndexes.length,
  )
  const accountCount = loaded.reduce((sum, count) => sum + count, staticAccounts.length)
  return (
    // The payer of the fee is writable.
    numReadonlySignerAccounts < numSignerAccounts &&
    numSignerAccounts + numReadonlyNonSignerAccounts <= staticAccounts.length &&
    accountCount <= 256 &&
    loaded.every((count) => count > 0) &&
    instructions.every(
      ({ programAddressIndex, accountIndices = [] }) =>
        // The payer of the fee is not a program, and programs are never loaded from lookup tables.
        programAddressIndex > 0 &&
        programAddressIndex < staticAccounts.length &&
        accountIndices.every((index) => index < accountCount),
    )
  )
}

/** The contents of the lookup tables that a transaction names. @throws TypeError when one is missing */
function resolveTables({ message }: SolanaTransaction, tables: LookupTables): Record<string, Address[]> {
  return Object.fromEntries(
    lookupsOf(message).map(({ lookupTableAddress }) => {
      const addresses = tables(lookupTableAddress)
      if (!addresses) throw new TypeError('A lookup table of the transaction is missing.')
      return [lookupTableAddress, [...addresses] as Address[]]
    }),
  )
}
