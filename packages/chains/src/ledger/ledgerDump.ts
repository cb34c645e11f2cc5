import { toHex, utf8 } from '@latchkey/base/bytes'
import type { Entity } from '@latchkey/store/entity'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { LedgerWrite } from '../records.ts'
import type { LedgerBackend } from './accounts.ts'
import { copiedTables, type CopiedTable, type LedgerCopy } from './ledgerCopy.ts'

/** The form of the dump. A release that changes records of the ledger counts on. */
const version = 1

interface Dump {
  readonly version: number
  readonly networkId: number
  readonly tables: Readonly<Record<CopiedTable, readonly Entity[]>>
}

const checksumOf = (text: string) => toHex(keccak_256(utf8(text)))
const checksumLength = 64

/** Writes the ledger of an EVM chain as a text, behind its checksum. */
export function writeDump(networkId: number, copy: LedgerCopy): string {
  const tables = Object.fromEntries([...copy].map(([table, rows]) => [table, [...rows.values()]]))
  const text = JSON.stringify({ version, networkId, tables })
  return checksumOf(text) + text
}

/** A record that refers to others of the ledger. */
interface Referring extends Entity {
  readonly transactionId?: string
  readonly undo?: readonly LedgerWrite[]
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/**
 * Reads the ledger of an EVM chain. Its records get ids of this mock, since another mock may have used theirs for other
 * records.
 *
 * @throws TypeError with a sentence for a text that {@link writeDump} has not written, or wrote for another chain
 */
export function readDump(backend: Pick<LedgerBackend, 'newId'>, networkId: number, text: string): LedgerCopy {
  const body = text.slice(checksumLength)
  if (text.slice(0, checksumLength) !== checksumOf(body))
    throw new TypeError('This is not a state that anvil_dumpState of this mock has written, or it was damaged.')
  const dump = JSON.parse(body) as Dump
  if (dump.version !== version) throw new TypeError('This state was written by another release of the mock.')
  if (dump.networkId !== networkId)
    throw new TypeError(`This is the state of the chain ${dump.networkId}, which the chain ${networkId} cannot take.`)

  const ids = new Map<string, string>()
  function idOf(former: string): string {
    const id = ids.get(former) ?? backend.newId()
    ids.set(former, id)
    return id
  }
  function renew(row: Referring): Referring {
    const renewed: Writable<Referring> = { ...row, id: idOf(row.id) }
    if (row.transactionId !== undefined) renewed.transactionId = idOf(row.transactionId)
    if (row.undo) renewed.undo = row.undo.map(renewWrite)
    return renewed
  }
  function renewWrite(write: LedgerWrite): LedgerWrite {
    const renewed = { ...write, id: idOf(write.id) }
    return write.before ? { ...renewed, before: renew(write.before) } : renewed
  }
  const rowsOf = (table: CopiedTable) => dump.tables[table].map(renew)
  return new Map(copiedTables.map((table) => [table, new Map(rowsOf(table).map((row) => [row.id, row]))]))
}
