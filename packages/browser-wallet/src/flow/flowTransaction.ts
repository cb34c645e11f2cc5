import { readHex, toHex, utf8 } from '@latchkey/base/bytes'
import { isObject } from '@latchkey/base/isObject'
import * as Rlp from 'ox/Rlp'
import type { AskedAction } from '../person.ts'

/** The tag in front of the bytes of a transaction, so that they are of no other kind. */
const domainTag = toHex(utf8('FLOW-V0.0-transaction')).padEnd(64, '0')

/** A transaction as the bytes say it that an account signs. */
export interface FlowTransaction {
  /** With the tag. */
  readonly bytes: Uint8Array
  /** The accounts that sign it: who proposes it, who pays for it, and in whose name it acts. */
  readonly signers: readonly string[]
  readonly action: AskedAction
  readonly terms: Readonly<Record<string, unknown>>
}

type Item = Uint8Array | readonly Item[]

const isBytes = (item: Item | undefined): item is Uint8Array => item instanceof Uint8Array
const areBytes = (items: readonly Item[]): items is readonly Uint8Array[] => items.every(isBytes)
const addressOf = (bytes: Uint8Array) => `0x${toHex(bytes).padStart(16, '0')}`
const numberOf = (bytes: Uint8Array) => BigInt(`0x${toHex(bytes) || '0'}`).toString()
const text = (bytes: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(bytes)

/** The value of an argument, which is JSON with the type beside each value. */
function valueOf(argument: unknown): unknown {
  if (Array.isArray(argument)) return argument.map(valueOf)
  return isObject(argument) && 'value' in argument ? valueOf(argument.value) : argument
}

/** The parts of the payload. With the signatures of others it is the first of two items. */
function partsOf(decoded: Item): readonly Item[] | undefined {
  if (isBytes(decoded)) return undefined
  const [first] = decoded
  return decoded.length === 2 && first !== undefined && !isBytes(first) ? first : decoded
}

/**
 * Reads the bytes of a transaction that an account signs: the payload, or the payload with signatures.
 *
 * @param message - Hex.
 * @returns `undefined` for bytes that are not those of a transaction
 */
export function readFlowTransaction(message: unknown): FlowTransaction | undefined {
  const bytes = typeof message === 'string' ? readHex(message) : undefined
  if (!bytes || toHex(bytes.subarray(0, 32)) !== domainTag) return undefined
  try {
    const parts = partsOf(Rlp.toBytes(bytes.subarray(32)) as Item)
    if (parts?.length !== 9) return undefined
    const [script, args, block, limit, proposer, key, sequence, payer, authorizers] = parts
    const single = [script, block, limit, proposer, key, sequence, payer]
    if (!single.every(isBytes) || !args || isBytes(args) || !authorizers || isBytes(authorizers)) return undefined
    if (!areBytes(args) || !areBytes(authorizers)) return undefined
    const [cadence, referenceBlock, computeLimit, proposed, keyId, sequenceNumber, paying] = single as Uint8Array[]
    if (!cadence || !referenceBlock || !computeLimit || !proposed || !keyId || !sequenceNumber || !paying)
      return undefined
    const accounts = {
      proposer: addressOf(proposed),
      payer: addressOf(paying),
      authorizers: authorizers.map(addressOf),
    }
    return {
      bytes,
      signers: [accounts.proposer, accounts.payer, ...accounts.authorizers],
      action: {
        name: 'transaction',
        fields: { cadence: text(cadence), arguments: args.map((each) => valueOf(JSON.parse(text(each)))), ...accounts },
      },
      terms: {
        computeLimit: numberOf(computeLimit),
        referenceBlock: toHex(referenceBlock),
        proposalKey: numberOf(keyId),
        sequenceNumber: numberOf(sequenceNumber),
      },
    }
  } catch {
    // Not RLP, not UTF-8, or arguments that are not JSON.
    return undefined
  }
}
