import { concat, toHex, uleb128, utf8 } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
import { sha3_256 } from '@noble/hashes/sha3.js'
import type { AskedAptosTransaction } from '../person.ts'
import { type BcsReader, createBcsReader, MalformedBcs } from './bcsReader.ts'

/** A transaction of Aptos that a page has sent. */
export interface AptosTransaction {
  /** As the person reads it. */
  readonly asked: AskedAptosTransaction
  /** The bytes that each of its signers signs. */
  readonly signedBytes: Uint8Array
}

/** A raw transaction in BCS, and who signs it beside its sender: 32 bytes each. */
export interface AptosParts {
  readonly rawTransaction: Uint8Array
  readonly feePayer?: Uint8Array | undefined
  readonly secondarySigners?: readonly Uint8Array[] | undefined
}

/** The names of the types that have no more to them, by their variant (`TypeTag`). */
const simpleTypes: Readonly<Record<number, string>> = {
  0: 'bool',
  1: 'u8',
  2: 'u64',
  3: 'u128',
  4: 'address',
  5: 'signer',
  8: 'u16',
  9: 'u32',
  10: 'u256',
}

/** Types may be nested eight times on the chain. */
const deepestType = 8

/** @see https://aptos.dev/network/blockchain/move, `TypeTag` */
function readType(reader: BcsReader, depth = 0): string {
  const variant = reader.length()
  const simple = simpleTypes[variant]
  if (simple !== undefined) return simple
  if (depth > deepestType) throw new MalformedBcs('A type is nested too deeply.')
  if (variant === 6) return `vector<${readType(reader, depth + 1)}>`
  if (variant !== 7) throw new MalformedBcs(`There is no type ${variant}.`)
  const path = [shortAddress(reader.address()), reader.text(), reader.text()].join('::')
  const inner = reader.list(() => readType(reader, depth + 1))
  return inner.length > 0 ? `${path}<${inner.join(', ')}>` : path
}

/** Addresses of the framework are short, as its functions are written: `0x1::coin::transfer`. */
const shortAddress = (address: string) => (/^0x0{63}[\da-f]$/.test(address) ? `0x${address.slice(-1)}` : address)

const readAddress = (bytes: Uint8Array) => (bytes.length === 32 ? `0x${toHex(bytes)}` : undefined)
const readAmount = (bytes: Uint8Array) =>
  bytes.length === 8 ? createBcsReader(bytes).integer(8).toString() : undefined

/** The functions that pay somebody, and their arguments. */
const payment = [readAddress, readAmount]
const readers: Readonly<Record<string, readonly ((bytes: Uint8Array) => string | undefined)[]>> = {
  '0x1::aptos_account::transfer': payment,
  '0x1::aptos_account::transfer_coins': payment,
  '0x1::coin::transfer': payment,
}

/** The variants of payloads that are no call of a function, which the person sees by name only. */
const payloadNames: Readonly<Record<number, string>> = { 0: 'script', 1: 'moduleBundle', 3: 'multisig', 4: 'payload' }

type Payload = AskedAptosTransaction['payload']

function readPayload(reader: BcsReader): Payload {
  const variant = reader.length()
  const kind = payloadNames[variant]
  if (kind !== undefined) return { kind }
  if (variant !== 2) throw new MalformedBcs(`There is no payload ${variant}.`)
  const name = [shortAddress(reader.address()), reader.text(), reader.text()].join('::')
  const typeArguments = reader.list(() => readType(reader))
  const sent = reader.list(() => reader.bytes())
  if (reader.left > 0) throw new MalformedBcs('Bytes follow the payload.')
  const shown = sent.map((bytes, index) => readers[name]?.[index]?.(bytes) ?? `0x${toHex(bytes)}`)
  return { kind: 'entryFunction', function: name, typeArguments, arguments: shown }
}

/** The fields after the payload: gas, its price, the end and the chain. */
const tailLength = 8 + 8 + 8 + 1

/** Reads a raw transaction; `undefined` for other bytes. */
export function readAptosTransaction({
  rawTransaction: bytes,
  feePayer,
  secondarySigners,
}: AptosParts): AptosTransaction | undefined {
  try {
    const head = createBcsReader(bytes.subarray(0, -tailLength))
    const [sender, sequenceNumber] = [head.address(), head.integer(8)]
    const payload = readPayload(head)
    const tail = createBcsReader(bytes.subarray(-tailLength))
    const [maxGasAmount, gasUnitPrice, expiresAtSeconds] = [tail.integer(8), tail.integer(8), tail.integer(8)]
    const asked = {
      sender,
      sequenceNumber: sequenceNumber.toString(),
      payload,
      maxGasAmount: maxGasAmount.toString(),
      gasUnitPrice: gasUnitPrice.toString(),
      expiresAtSeconds: Number(expiresAtSeconds),
      chainId: Number(tail.integer(1)),
      ...defined({
        feePayer: feePayer && readAddress(feePayer),
        secondarySigners: secondarySigners?.map((signer) => readAddress(signer) ?? ''),
      }),
    }
    return { asked, signedBytes: signedBytesOf({ rawTransaction: bytes, feePayer, secondarySigners }) }
  } catch (error) {
    if (error instanceof MalformedBcs) return undefined
    throw error
  }
}

const prefixOf = (name: string) => sha3_256(utf8(`APTOS::${name}`))

/** A transaction with more signers than its sender is signed with all of them in it (`RawTransactionWithData`). */
function signedBytesOf({ rawTransaction, feePayer, secondarySigners }: AptosParts): Uint8Array {
  if (!feePayer && !secondarySigners) return concat(prefixOf('RawTransaction'), rawTransaction)
  const variant = Uint8Array.of(feePayer ? 1 : 0)
  const others = secondarySigners ?? []
  const signers = [uleb128(others.length), ...others, ...(feePayer ? [feePayer] : [])]
  return concat(prefixOf('RawTransactionWithData'), variant, rawTransaction, ...signers)
}
