import { concat, toBase58, utf8 } from '@latchkey/base/bytes'
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  getCompiledTransactionMessageEncoder,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { describe, expect, it } from 'vitest'
import { decodeInstruction, programs } from './solanaInstructions.ts'
import {
  accountsOf,
  createSolanaTransfer,
  instructionsOf,
  maximumTransactionSize,
  readSolanaMessage,
  readSolanaTransaction,
  rewriteSolanaTransaction,
  signatureFault,
  type SolanaTransaction,
  withSignature,
  writeSolanaTransaction,
} from './solanaTransactions.ts'

const secretOf = (name: string) => sha256(utf8(name))
const addressOf = (name: string): Address => address(toBase58(ed25519.getPublicKey(secretOf(name))))
const [ada, bob, sponsor, table] = ['Ada', 'Bob', 'sponsor', 'table'].map(addressOf) as Address[] as [
  Address,
  Address,
  Address,
  Address,
]
const blockhash = toBase58(sha256(utf8('blockhash')))
const noTables = () => undefined

/** A transfer of the system program. */
function transfer(from: Address, to: Address, lamports: bigint): Instruction {
  const data = new Uint8Array(12)
  new DataView(data.buffer).setUint32(0, 2, true)
  new DataView(data.buffer).setBigUint64(4, lamports, true)
  return {
    programAddress: address(programs.system),
    accounts: [
      { address: from, role: AccountRole.WRITABLE_SIGNER },
      { address: to, role: AccountRole.WRITABLE },
    ],
    data,
  }
}

function build(
  instructions: readonly Instruction[],
  { version = 0, tables = {} }: { version?: 'legacy' | 0; tables?: Record<Address, Address[]> } = {},
) {
  const message = pipe(
    createTransactionMessage({ version: version as 0 }),
    (empty) => setTransactionMessageFeePayer(ada, empty),
    (paid) =>
      setTransactionMessageLifetimeUsingBlockhash({ blockhash: blockhash as never, lastValidBlockHeight: 9n }, paid),
    (timed) => appendTransactionMessageInstructions(instructions, timed),
    (whole) => compressTransactionMessageUsingAddressLookupTables(whole, tables),
  )
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)))
}

const read = (bytes: Uint8Array): SolanaTransaction => readSolanaTransaction(bytes) ?? expect.fail('not read')
const sign = (transaction: SolanaTransaction, name: string) =>
  withSignature(transaction, addressOf(name), Uint8Array.from(ed25519.sign(transaction.messageBytes, secretOf(name))))

describe('readSolanaTransaction', () => {
  it.each(['legacy', 0] as const)('reads what @solana/kit writes, and writes the same bytes: version %s', (version) => {
    const bytes = build([transfer(ada, bob, 5n)], { version })
    const transaction = read(bytes)
    expect(transaction).toMatchObject({ version, signers: [ada], signatures: [undefined], lifetimeToken: blockhash })
    expect(writeSolanaTransaction(transaction)).toEqual(bytes)
    const signed = sign(transaction, 'Ada')
    expect(read(writeSolanaTransaction(signed))).toEqual(signed)
  })

  it('refuses every cut of a transaction, and bytes after it', () => {
    const bytes = build([transfer(ada, bob, 5n)])
    for (let length = 0; length < bytes.length; length++)
      expect(readSolanaTransaction(bytes.subarray(0, length))).toBeUndefined()
    expect(readSolanaTransaction(concat(bytes, Uint8Array.of(0)))).toBeUndefined()
  })

  it('refuses a transaction that does not fit into one packet', () => {
    const memo = (size: number) => build([{ programAddress: address(programs.memo), data: new Uint8Array(size) }])
    const overhead = memo(1000).length - 1000
    expect(readSolanaTransaction(memo(maximumTransactionSize - overhead))).toBeDefined()
    expect(readSolanaTransaction(memo(maximumTransactionSize - overhead + 1))).toBeUndefined()
  })

  it('refuses other versions, and indexes that refer to nothing', () => {
    const { message } = read(build([transfer(ada, bob, 5n)]))
    const written = (changed: object) =>
      concat(
        Uint8Array.of(1),
        new Uint8Array(64),
        Uint8Array.from(getCompiledTransactionMessageEncoder().encode({ ...message, ...changed } as never)),
      )
    expect(readSolanaTransaction(written({}))).toBeDefined()
    const [instruction] = message.instructions
    const { header } = message
    const lookups = (writable: number, readonly: number) => ({
      addressTableLookups: [
        {
          lookupTableAddress: table,
          writableIndexes: Array.from({ length: writable }, () => 0),
          readonlyIndexes: Array.from({ length: readonly }, () => 0),
        },
      ],
    })
    // With the three accounts of the message, 256 at most.
    for (const looked of [lookups(1, 1), lookups(100, 153)])
      expect(readSolanaTransaction(written(looked))).toBeDefined()
    const faults = [
      lookups(100, 154),
      { instructions: [instruction, { ...instruction, programAddressIndex: 3 }] },
      { instructions: [{ ...instruction, programAddressIndex: 0 }] },
      { instructions: [{ ...instruction, programAddressIndex: 3 }] },
      { instructions: [{ ...instruction, accountIndices: [0, 3] }] },
      { header: { ...header, numReadonlySignerAccounts: 1 } },
      { header: { ...header, numReadonlyNonSignerAccounts: 3 } },
      { addressTableLookups: [{ lookupTableAddress: table, readonlyIndexes: [], writableIndexes: [] }] },
    ]
    for (const fault of faults) expect(readSolanaTransaction(written(fault)), JSON.stringify(fault)).toBeUndefined()
    const otherVersion = written({})
    otherVersion[65] = 0x82
    expect(readSolanaTransaction(otherVersion)).toBeUndefined()
  })

  it('refuses a transaction of the version 1, whose accounts it does not know', () => {
    const message = pipe(
      createTransactionMessage({ version: 1 }),
      (empty) => setTransactionMessageFeePayer(ada, empty),
      (paid) =>
        setTransactionMessageLifetimeUsingBlockhash({ blockhash: blockhash as never, lastValidBlockHeight: 9n }, paid),
      (timed) => appendTransactionMessageInstructions([transfer(ada, bob, 5n)], timed),
    )
    const bytes = Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)))
    expect(bytes).toContain(0x81)
    expect(readSolanaTransaction(bytes)).toBeUndefined()
  })
})

describe('readSolanaMessage', () => {
  it('reads what signers sign, as a transaction that nobody has signed', () => {
    const transaction = read(build([transfer(ada, bob, 5n), transfer(sponsor, bob, 1n)]))
    expect(readSolanaMessage(transaction.messageBytes)).toEqual(transaction)
    expect([transaction.signers.length, transaction.signatures]).toEqual([2, [undefined, undefined]])
  })

  it('reads a message of the version `legacy`, which has no byte for it', () => {
    const { messageBytes } = createSolanaTransfer({ from: ada, to: bob, lamports: 5n }, blockhash)
    expect(readSolanaMessage(messageBytes)?.messageBytes).toEqual(messageBytes)
  })

  it.each([
    ['nothing', new Uint8Array()],
    ['only a version', Uint8Array.of(0x80)],
    ['more signers than fit into a packet', Uint8Array.of(0x80, 200, 0, 0)],
    ['a text', utf8('Sign in')],
  ])('refuses %s', (_, bytes) => {
    expect(readSolanaMessage(bytes)).toBeUndefined()
  })
})

describe('createSolanaTransfer', () => {
  it('moves lamports by the system program, and its payer pays the fee', () => {
    const transaction = createSolanaTransfer({ from: ada, to: bob, lamports: 2n ** 40n }, blockhash)
    const accounts = accountsOf(transaction, noTables) ?? []
    expect(accounts).toEqual([
      { address: ada, isSigner: true, isWritable: true },
      { address: bob, isSigner: false, isWritable: true },
      { address: programs.system, isSigner: false, isWritable: false },
    ])
    const [instruction, ...others] = instructionsOf(transaction, accounts)
    expect(instruction?.data).toEqual(transfer(ada, bob, 2n ** 40n).data)
    expect(others).toEqual([])
    expect([transaction.lifetimeToken, transaction.signatures]).toEqual([blockhash, [undefined]])
  })
})

describe('signatureFault', () => {
  it('finds missing and invalid signatures, and none in a transaction that all signers have signed', async () => {
    const transaction = read(build([transfer(ada, bob, 5n), transfer(bob, ada, 1n)]))
    expect(await signatureFault(transaction)).toBe('missing')
    const half = sign(transaction, 'Ada')
    expect(await signatureFault(half)).toBe('missing')
    const whole = sign(half, 'Bob')
    expect(await signatureFault(whole)).toBeUndefined()
    const [adasSignature, bobsSignature] = whole.signatures
    expect(await signatureFault({ ...whole, signatures: [bobsSignature, adasSignature] })).toBe('invalid')
  })

  it('refuses the signature of another message', async () => {
    const signed = sign(read(build([transfer(ada, bob, 5n)])), 'Ada')
    const other = read(build([transfer(ada, bob, 6n)]))
    expect(await signatureFault({ ...other, signatures: signed.signatures })).toBe('invalid')
  })
})

describe('accountsOf and instructionsOf', () => {
  it('resolve the accounts that a transaction loads from lookup tables, with their rights', () => {
    const bytes = build([transfer(ada, bob, 5n)], { tables: { [table]: [sponsor, bob] } })
    const transaction = read(bytes)
    const accounts = accountsOf(transaction, (key) => (key === table ? [sponsor, bob] : undefined))
    expect(accounts).toEqual([
      { address: ada, isSigner: true, isWritable: true },
      { address: programs.system, isSigner: false, isWritable: false },
      { address: bob, isSigner: false, isWritable: true },
    ])
    const [instruction] = instructionsOf(transaction, accounts ?? [])
    expect(decodeInstruction(instruction ?? expect.fail())).toMatchObject({
      program: 'system',
      name: 'transfer',
      accounts: { source: { address: ada }, destination: { address: bob } },
      fields: { lamports: 5n },
    })
  })

  it('tell signers who only read from those who write', () => {
    const reading = (name: Address) => ({ address: name, role: AccountRole.READONLY_SIGNER })
    const transaction = read(
      build([{ programAddress: address(programs.memo), accounts: [reading(bob)] }, { programAddress: sponsor }]),
    )
    const accounts = accountsOf(transaction, noTables) ?? []
    expect(accounts.slice(0, 2)).toEqual([
      { address: ada, isSigner: true, isWritable: true },
      { address: bob, isSigner: true, isWritable: false },
    ])
    expect(instructionsOf(transaction, accounts)).toEqual([
      { program: programs.memo, accounts: [accounts[1]], data: new Uint8Array() },
      { program: sponsor, accounts: [], data: new Uint8Array() },
    ])
  })

  it('do not resolve a table that is missing or too short', () => {
    const transaction = read(build([transfer(ada, bob, 5n)], { tables: { [table]: [sponsor, bob] } }))
    expect(accountsOf(transaction, noTables)).toBeUndefined()
    expect(accountsOf(transaction, () => [sponsor])).toBeUndefined()
  })
})

describe('rewriteSolanaTransaction', () => {
  it('replaces the payer of the fee, who signs first, and removes the signatures of the former message', async () => {
    const signed = sign(read(build([transfer(ada, bob, 5n)])), 'Ada')
    const sponsored = rewriteSolanaTransaction(signed, noTables, { feePayer: sponsor }) ?? expect.fail()
    expect(sponsored).toMatchObject({ signers: [sponsor, ada], signatures: [undefined, undefined] })
    expect(instructionsOf(sponsored, accountsOf(sponsored, noTables) ?? []).map(decodeInstruction)).toMatchObject([
      { name: 'transfer', accounts: { source: { address: ada, isSigner: true } }, fields: { lamports: 5n } },
    ])
    expect(await signatureFault(sign(sign(sponsored, 'sponsor'), 'Ada'))).toBeUndefined()
  })

  it('keeps a transaction that the payer pays for already', () => {
    const signed = sign(read(build([transfer(ada, bob, 5n)])), 'Ada')
    expect(rewriteSolanaTransaction(signed, noTables, { feePayer: ada })).toBe(signed)
    expect(rewriteSolanaTransaction(signed, noTables, {})).toBe(signed)
  })

  it('sets only the limit or only the price of compute units, and keeps the other one as it was', () => {
    const plain = read(build([transfer(ada, bob, 5n)]))
    const limited = rewriteSolanaTransaction(plain, noTables, { computeUnitLimit: 450 }) ?? expect.fail()
    const priced = rewriteSolanaTransaction(plain, noTables, { computeUnitPrice: 1000n }) ?? expect.fail()
    const budgetOf = (transaction: SolanaTransaction) =>
      instructionsOf(transaction, accountsOf(transaction, noTables) ?? [])
        .slice(1)
        .map((instruction) => decodeInstruction(instruction)?.fields)
    expect([budgetOf(limited), budgetOf(priced)]).toEqual([[{ units: 450 }], [{ microLamports: 1000n }]])
    for (const both of [
      rewriteSolanaTransaction(limited, noTables, { computeUnitPrice: 1000n }),
      rewriteSolanaTransaction(priced, noTables, { computeUnitLimit: 450 }),
    ])
      expect(new Set(budgetOf(both ?? expect.fail()))).toEqual(new Set([{ units: 450 }, { microLamports: 1000n }]))
  })

  it('rewrites a transaction that fills its packet then', () => {
    const memo = (size: number) => read(build([{ programAddress: address(programs.memo), data: new Uint8Array(size) }]))
    const rewritten = (size: number) => rewriteSolanaTransaction(memo(size), noTables, { computeUnitLimit: 450 })
    const overhead = writeSolanaTransaction(rewritten(1000) ?? expect.fail()).length - 1000
    expect(rewritten(maximumTransactionSize - overhead)).toBeDefined()
    expect(rewritten(maximumTransactionSize - overhead + 1)).toBeUndefined()
  })

  it('sets the compute budget, and keeps lookup tables', () => {
    const tables = (key: string) => (key === table ? [bob] : undefined)
    const transaction = read(build([transfer(ada, bob, 5n)], { tables: { [table]: [bob] } }))
    const budget = { computeUnitLimit: 450, computeUnitPrice: 1000n }
    const rewritten = rewriteSolanaTransaction(transaction, tables, budget) ?? expect.fail()
    expect(instructionsOf(rewritten, accountsOf(rewritten, tables) ?? []).map(decodeInstruction)).toMatchObject([
      { name: 'transfer', accounts: { destination: { address: bob } } },
      { name: 'setComputeUnitLimit', fields: { units: 450 } },
      { name: 'setComputeUnitPrice', fields: { microLamports: 1000n } },
    ])
    expect(rewritten.message).toMatchObject({ addressTableLookups: [{ lookupTableAddress: table }] })
  })

  it('does not rewrite what cannot be read, would become too large, or pays with a program', () => {
    const tables = { [table]: [bob] }
    const looked = read(build([transfer(ada, bob, 5n)], { tables }))
    expect(rewriteSolanaTransaction(looked, noTables, { feePayer: sponsor })).toBeUndefined()
    const large = { programAddress: address(programs.memo), data: new Uint8Array(maximumTransactionSize - 180) }
    const budget = { computeUnitLimit: 450, computeUnitPrice: 1000n }
    expect(rewriteSolanaTransaction(read(build([large])), noTables, budget)).toBeUndefined()
    const plain = read(build([transfer(ada, bob, 5n)]))
    expect(rewriteSolanaTransaction(plain, noTables, { feePayer: programs.system })).toBeUndefined()
  })
})
