import { formatUnits } from '@latchkey/base/amounts'
import { readBase64, toBase58 } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
import { decodeInstruction, programs } from '../../codecs/solanaInstructions.ts'
import {
  instructionsOf,
  readSolanaTransaction,
  type SolanaAccountMeta,
  type SolanaInstruction,
  type SolanaTransaction,
} from '../../codecs/solanaTransactions.ts'
import { blockTime } from '../../ledger/solana/slots.ts'
import { detailsOf, type SolanaDetails, type TokenAmount } from '../../ledger/solana/solanaLedger.ts'
import type { LedgerTransaction } from '../../records.ts'
import { RpcError } from '../jsonRpc.ts'
import { invalidParam } from './solanaParams.ts'

/** How a caller wants a transaction. */
export interface TransactionView {
  readonly encoding?: unknown
  readonly maxSupportedTransactionVersion?: unknown
}

type Encode = (transaction: SolanaTransaction, details: SolanaDetails) => unknown

const encoders: Readonly<Record<string, Encode>> = {
  json: (transaction) => presentJson(transaction),
  jsonParsed: presentParsed,
  base64: (_, { wire }) => [wire, 'base64'],
  base58: (_, { wire }) => [toBase58(readBase64(wire) ?? new Uint8Array()), 'base58'],
}

/** A transaction as nodes show it. @throws {@link RpcError} for a version or an encoding that the caller cannot read */
export function presentTransaction(landed: LedgerTransaction, view: TransactionView): object {
  const { slot } = detailsOf(landed)
  return { slot, blockTime: blockTime(landed.createdAt), ...presentInBlock(landed, view) }
}

/** A transaction in a block. @throws {@link RpcError} for a version or an encoding that the caller cannot read */
export function presentInBlock(
  landed: LedgerTransaction,
  { encoding = 'json', maxSupportedTransactionVersion: maximum }: TransactionView,
): object {
  const details = detailsOf(landed)
  const encode = typeof encoding === 'string' && Object.hasOwn(encoders, encoding) ? encoders[encoding] : undefined
  if (!encode) throw invalidParam(`Invalid params: unknown variant \`${String(encoding)}\``)
  const transaction = readLanded(details, maximum)
  return {
    ...presentVersion(transaction, maximum),
    meta: presentMeta(landed, details),
    transaction: encode(transaction, details),
  }
}

/** The accounts of a transaction in a block. @throws {@link RpcError} for a version that the caller cannot read */
export function presentAccounts(
  landed: LedgerTransaction,
  { maxSupportedTransactionVersion: maximum }: TransactionView,
): object {
  const details = detailsOf(landed)
  const transaction = readLanded(details, maximum)
  const { err, status, fee, preBalances, postBalances, preTokenBalances, postTokenBalances } = presentMeta(
    landed,
    details,
  )
  return {
    ...presentVersion(transaction, maximum),
    meta: { err, status, fee, preBalances, postBalances, preTokenBalances, postTokenBalances },
    transaction: {
      signatures: presentSignatures(transaction.signatures),
      accountKeys: accountKeysOf(transaction, rolesOf(transaction, details)),
    },
  }
}

/** @throws {@link RpcError} for a version that the caller cannot read */
function readLanded({ wire }: SolanaDetails, maximum: unknown): SolanaTransaction {
  const transaction = readSolanaTransaction(readBase64(wire) ?? new Uint8Array())
  if (!transaction) throw new TypeError('A transaction of the ledger cannot be read.')
  if (transaction.version === 0 && typeof maximum !== 'number')
    throw new RpcError(
      -32_015,
      'Transaction version (0) is not supported by the requesting client. ' +
        'Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": 0',
    )
  return transaction
}

const presentVersion = ({ version }: SolanaTransaction, maximum: unknown) =>
  maximum === undefined || maximum === null ? {} : { version }

function presentMeta({ fee }: LedgerTransaction, details: SolanaDetails) {
  const { error, logs, unitsConsumed, loaded, before, after } = details
  return {
    err: error,
    status: error === null ? { Ok: null } : { Err: error },
    fee: Number(fee),
    preBalances: before.lamports.map(Number),
    postBalances: after.lamports.map(Number),
    preTokenBalances: before.tokens.map(presentTokenAmount),
    postTokenBalances: after.tokens.map(presentTokenAmount),
    innerInstructions: [],
    logMessages: logs,
    loadedAddresses: loaded,
    rewards: [],
    computeUnitsConsumed: unitsConsumed,
  }
}

function presentTokenAmount({ amount, decimals, ...rest }: TokenAmount): object {
  const text = formatUnits(BigInt(amount), decimals)
  return { ...rest, uiTokenAmount: { amount, decimals, uiAmount: Number(text), uiAmountString: text } }
}

function presentJson({ message, signatures }: SolanaTransaction): object {
  const { header, staticAccounts, instructions } = message
  return {
    signatures: presentSignatures(signatures),
    message: {
      accountKeys: staticAccounts,
      header: {
        numRequiredSignatures: header.numSignerAccounts,
        numReadonlySignedAccounts: header.numReadonlySignerAccounts,
        numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
      },
      recentBlockhash: message.lifetimeToken,
      instructions: instructions.map(({ programAddressIndex, accountIndices = [], data }) => ({
        programIdIndex: programAddressIndex,
        accounts: accountIndices,
        data: toBase58(data ? Uint8Array.from(data) : new Uint8Array()),
        stackHeight: 1,
      })),
      ...defined({
        addressTableLookups: message.version === 0 ? presentLookups(message.addressTableLookups ?? []) : undefined,
      }),
    },
  }
}

type Lookup = NonNullable<Extract<SolanaTransaction['message'], { version: 0 }>['addressTableLookups']>[number]

const presentLookups = (lookups: readonly Lookup[]) =>
  lookups.map(({ lookupTableAddress, writableIndexes, readonlyIndexes }) => ({
    accountKey: lookupTableAddress,
    writableIndexes,
    readonlyIndexes,
  }))

const presentSignatures = (signatures: SolanaTransaction['signatures']) =>
  signatures.map((signature) => toBase58(signature ?? new Uint8Array(64)))

function presentParsed(transaction: SolanaTransaction, details: SolanaDetails): object {
  const { message, signatures } = transaction
  const accounts = rolesOf(transaction, details)
  const instructions = instructionsOf({ message } as SolanaTransaction, accounts).map(parseInstruction)
  return {
    signatures: presentSignatures(signatures),
    message: {
      accountKeys: accountKeysOf(transaction, accounts),
      instructions,
      recentBlockhash: message.lifetimeToken,
    },
  }
}

/** The accounts of a transaction, those of lookup tables at the end. */
function rolesOf({ message }: SolanaTransaction, { addresses, loaded }: SolanaDetails): SolanaAccountMeta[] {
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = message.header
  const staticCount = message.staticAccounts.length
  const writable = new Set(loaded.writable)
  return addresses.map((address, index): SolanaAccountMeta => {
    if (index >= staticCount) return { address, isSigner: false, isWritable: writable.has(address) }
    const isSigner = index < numSignerAccounts
    const end = isSigner ? numSignerAccounts - numReadonlySignerAccounts : staticCount - numReadonlyNonSignerAccounts
    return { address, isSigner, isWritable: index < end }
  })
}

const accountKeysOf = ({ message }: SolanaTransaction, accounts: readonly SolanaAccountMeta[]) =>
  accounts.map(({ address, isSigner, isWritable }, index) => ({
    pubkey: address,
    signer: isSigner,
    source: index < message.staticAccounts.length ? 'transaction' : 'lookupTable',
    writable: isWritable,
  }))

function parseInstruction(instruction: SolanaInstruction): object {
  const { program: programId, data, accounts } = instruction
  if (programId === programs.memo || programId === programs.memo1)
    return { program: 'spl-memo', programId, parsed: new TextDecoder().decode(data), stackHeight: 1 }
  const decoded = decodeInstruction(instruction)
  if (!decoded || decoded.program === 'compute-budget')
    return { programId, accounts: accounts.map(({ address }) => address), data: toBase58(data), stackHeight: 1 }
  const info = {
    ...Object.fromEntries(Object.entries(decoded.accounts).map(([name, { address }]) => [name, address])),
    ...parseFields(decoded.fields),
  }
  return { program: decoded.program, programId, parsed: { type: decoded.name, info }, stackHeight: 1 }
}

/** Lamports and sizes are numbers, amounts of tokens are texts. */
function parseFields({ amount, decimals, ...fields }: Readonly<Record<string, unknown>>): object {
  const others = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'bigint' ? Number(value) : value,
  ])
  const parsed = Object.fromEntries(others) as object
  if (typeof amount !== 'bigint') return decimals === undefined ? parsed : { ...parsed, decimals }
  if (typeof decimals !== 'number') return { ...parsed, amount: amount.toString() }
  const text = formatUnits(amount, decimals)
  const tokenAmount = { amount: amount.toString(), decimals, uiAmount: Number(text), uiAmountString: text }
  return { ...parsed, tokenAmount }
}
