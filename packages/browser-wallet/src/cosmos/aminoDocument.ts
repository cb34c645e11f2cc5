import { utf8 } from '@latchkey/base/bytes'
import { isObject } from '@latchkey/base/isObject'
import type { AskedAction } from '../person.ts'

/** A transaction in the JSON that amino signers sign. */
export interface AminoDocument {
  readonly chain_id: string
  readonly msgs: readonly AminoMessage[]
  readonly fee: unknown
  readonly memo: string
}

interface AminoMessage {
  readonly type: string
  readonly value: unknown
}

const isMessage = (value: unknown): value is AminoMessage => isObject(value) && typeof value.type === 'string'

/** Whether a value has the fields of a transaction. */
export function isAminoDocument(value: unknown): value is AminoDocument {
  if (!isObject(value) || !Array.isArray(value.msgs)) return false
  const texts = [value.chain_id, value.account_number, value.sequence, value.memo]
  return texts.every((text) => typeof text === 'string') && isObject(value.fee) && value.msgs.every(isMessage)
}

/** The signer and the data of a document that is no transaction (ADR-36). */
export function signDataOf({ msgs }: AminoDocument): { readonly signer: unknown; readonly data: unknown } | undefined {
  const [message] = msgs
  if (msgs.length !== 1 || message?.type !== 'sign/MsgSignData') return undefined
  return { signer: Object(message.value).signer, data: Object(message.value).data }
}

export const actionsOf = ({ msgs }: AminoDocument): readonly AskedAction[] =>
  msgs.map(({ type, value }) => ({ name: type, fields: isObject(value) ? value : {} }))

/** The characters that amino escapes within texts, as the nodes, which are written in Go, do. */
const escapes: Readonly<Record<string, string>> = { '&': '\\u0026', '<': '\\u003c', '>': '\\u003e' }

/** The bytes that are signed: keys sorted, and no spaces. */
export function aminoBytes(document: AminoDocument): Uint8Array {
  return utf8(JSON.stringify(sorted(document)).replace(/[&<>]/g, (character) => escapes[character] ?? ''))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]))
}
