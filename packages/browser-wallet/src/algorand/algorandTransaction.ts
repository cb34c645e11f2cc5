import { concat, equalBytes, toBase64, utf8 } from '@latchkey/base/bytes'
import { writeAlgorandAddress } from '@latchkey/crypto/addresses'
import { sha512_256 } from '@noble/hashes/sha2.js'
import type { AskedAction } from '../person.ts'
import {
  MalformedMsgpack,
  type MsgpackValue,
  readMsgpackMap,
  writeMsgpackBytes,
  writeMsgpackList,
  writeMsgpackMap,
} from './msgpack.ts'

/** A transaction as its bytes say it. */
export interface AlgorandTransaction {
  /** MessagePack. */
  readonly bytes: Uint8Array
  /** The bytes that are signed. */
  readonly signedBytes: Uint8Array
  readonly sender: string
  /** Of its network, in base64. */
  readonly genesisHash: string
  /** The id of its group, if it has one. */
  readonly group: Uint8Array | undefined
  /** The hash by which its group counts it. */
  readonly groupHash: Uint8Array
  readonly action: AskedAction
}

type ReadField = (value: MsgpackValue) => unknown

const bytesIn = (value: MsgpackValue) => (value instanceof Uint8Array ? value : undefined)
const plain: ReadField = (value) => {
  if (typeof value === 'bigint') return value.toString()
  if (value instanceof Uint8Array) return toBase64(value)
  if (Array.isArray(value)) return value.map(plain)
  return value instanceof Map ? Object.fromEntries([...value].map(([name, each]) => [name, plain(each)])) : value
}
const address: ReadField = (value) => {
  const key = bytesIn(value)
  return key?.length === 32 ? writeAlgorandAddress(key) : plain(value)
}
const text: ReadField = (value) => {
  const bytes = bytesIn(value)
  if (!bytes) return plain(value)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return toBase64(bytes)
  }
}

/** The fields that a person reads, by their names in the bytes. Others keep these names. */
const fields: Readonly<Record<string, readonly [name: string, read: ReadField]>> = {
  snd: ['sender', address],
  rcv: ['receiver', address],
  amt: ['amount', plain],
  close: ['closeRemainderTo', address],
  fee: ['fee', plain],
  fv: ['firstValid', plain],
  lv: ['lastValid', plain],
  note: ['note', text],
  rekey: ['rekeyTo', address],
  xaid: ['assetIndex', plain],
  arcv: ['assetReceiver', address],
  aamt: ['assetAmount', plain],
  asnd: ['assetSender', address],
  aclose: ['assetCloseTo', address],
  apid: ['appIndex', plain],
  apan: ['onComplete', plain],
  apaa: ['appArguments', plain],
}

/** Fields that are shown elsewhere: the type is the name, and the network and the group are checked. */
const unshown: ReadonlySet<string> = new Set(['type', 'gen', 'gh', 'grp'])

/** Reads a transaction. @returns `undefined` for bytes that are not one */
export function readAlgorandTransaction(bytes: Uint8Array): AlgorandTransaction | undefined {
  try {
    const { map, without } = readMsgpackMap(bytes)
    const sender = bytesIn(map.get('snd') ?? '')
    const genesisHash = bytesIn(map.get('gh') ?? '')
    const type = map.get('type')
    const group = map.get('grp')
    if (sender?.length !== 32 || !genesisHash || typeof type !== 'string') return undefined
    if (group !== undefined && !(group instanceof Uint8Array)) return undefined
    const shown = [...map].filter(([name]) => !unshown.has(name))
    return {
      bytes,
      signedBytes: concat(utf8('TX'), bytes),
      sender: writeAlgorandAddress(sender),
      genesisHash: toBase64(genesisHash),
      group,
      groupHash: sha512_256(concat(utf8('TX'), without('grp'))),
      action: {
        name: type,
        fields: Object.fromEntries(
          shown.map(([key, value]) => {
            const [name, read] = (Object.hasOwn(fields, key) && fields[key]) || ([key, plain] as const)
            return [name, read(value)]
          }),
        ),
      },
    }
  } catch (error) {
    // A text that is not UTF-8 is a TypeError.
    if (error instanceof MalformedMsgpack || error instanceof TypeError) return undefined
    throw error
  }
}

const groupIdOf = (transactions: readonly AlgorandTransaction[]) => {
  const list = writeMsgpackList(transactions.map(({ groupHash }) => writeMsgpackBytes(groupHash)))
  return sha512_256(concat(utf8('TG'), writeMsgpackMap([['txlist', list]])))
}

const isSameGroup = (left: AlgorandTransaction, right: AlgorandTransaction | undefined) =>
  left.group !== undefined && right?.group !== undefined && equalBytes(left.group, right.group)

/** Whether each group among transactions is whole and in its order, since its id says both. */
export function areGroupsWhole(transactions: readonly AlgorandTransaction[]): boolean {
  const groups: AlgorandTransaction[][] = []
  for (const transaction of transactions) {
    const last = groups.at(-1)
    if (last && isSameGroup(transaction, last[0])) last.push(transaction)
    else groups.push([transaction])
  }
  return groups.every((group) => {
    const [first] = group
    return first?.group === undefined || equalBytes(first.group, groupIdOf(group))
  })
}

/** Writes a signed transaction. @param signer - The key, if it is not that of the sender. */
export function writeSignedTransaction(
  { bytes }: AlgorandTransaction,
  signature: Uint8Array,
  signer: Uint8Array | undefined,
): Uint8Array {
  const entries = [
    ['sig', writeMsgpackBytes(signature)],
    ['txn', bytes],
  ] as const
  return writeMsgpackMap(signer ? [['sgnr', writeMsgpackBytes(signer)], ...entries] : entries)
}
