import { readBase64, toHex } from '@latchkey/base/bytes'
import { importOutside } from '@latchkey/base/importOutside'
import {
  type ReadSuiTransaction,
  RefusedSuiTransaction,
  type SuiTransaction,
} from '@latchkey/browser-wallet/sui/suiTransactions'

type Sui = typeof import('@mysten/sui/transactions')
type Data = ReturnType<InstanceType<Sui['Transaction']>['getData']>
type Asked = SuiTransaction['asked']

/** Loads what reads transactions of Sui, which few need. @throws RefusedSuiTransaction with what to do without it */
async function loadSui(load: (name: string) => Promise<unknown>): Promise<Sui> {
  try {
    return (await load('@mysten/sui/transactions')) as Sui
  } catch (cause) {
    throw new RefusedSuiTransaction(
      'unsupported',
      'Transactions of Sui need @mysten/sui 2.33 or later. Run: npm install --save-dev @mysten/sui',
      { cause },
    )
  }
}

/** Reads transactions of Sui by its library, once the first one comes. */
export function createSuiReader(load: (name: string) => Promise<unknown> = importOutside): ReadSuiTransaction {
  return async (json, signer) => {
    const { Transaction } = await loadSui(load)
    const transaction = await orRefuse('malformed', 'The text is not a transaction of Sui', () => {
      // The library reads base64 as well, which no page gives.
      if (!json.startsWith('{')) throw new TypeError('It is not a JSON object.')
      return Transaction.from(json)
    })
    transaction.setSenderIfNotSet(signer)
    if (!transaction.isFullyResolved())
      throw new RefusedSuiTransaction(
        'incomplete',
        'The wallet reaches no node of Sui that completes the transaction. Set its gas, and the versions of its objects.',
      )
    const bytes = await orRefuse('malformed', 'The transaction cannot be built', () => transaction.build())
    return { asked: askedOf(transaction.getData()), bytes }
  }
}

async function orRefuse<T>(
  reason: RefusedSuiTransaction['reason'],
  sentence: string,
  work: () => Promise<T> | T,
): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new RefusedSuiTransaction(reason, `${sentence}: ${(cause as Error).message}`, { cause })
  }
}

function askedOf({ sender, gasData, inputs, commands }: Data): Asked {
  const from = sender ?? ''
  return {
    sender: from,
    gasOwner: gasData.owner ?? from,
    gasBudget: String(gasData.budget),
    commands: commands.map((command) => {
      const { $kind: name } = command
      const fields = Object(Reflect.get(command, name)) as Record<string, unknown>
      const shown = Object.entries(fields)
        .filter(([field]) => !field.startsWith('_'))
        .map(([field, value]) => [field, shownField(value, { inputs, read: readers[`${name}.${field}`] })])
      return { name, fields: Object.fromEntries(shown) }
    }),
  }
}

interface Reading {
  readonly inputs: Data['inputs']
  /** Reads a value, if the command says what it is. */
  readonly read: ((bytes: Uint8Array) => string | undefined) | undefined
}

const readAddress = (bytes: Uint8Array) => (bytes.length === 32 ? `0x${toHex(bytes)}` : undefined)

/** An amount in BCS: 8 bytes, the lowest first. */
const readAmount = (bytes: Uint8Array) =>
  bytes.length === 8 ? new DataView(Uint8Array.from(bytes).buffer).getBigUint64(0, true).toString() : undefined

/** The arguments whose type the command determines. */
const readers: Readonly<Record<string, Reading['read']>> = {
  'TransferObjects.address': readAddress,
  'SplitCoins.amounts': readAmount,
}

/** An argument of a command, or a list of them, with the inputs in their place. Other values stay as they are. */
function shownField(value: unknown, reading: Reading): unknown {
  if (Array.isArray(value)) return value.map((each) => shownField(each, reading))
  if (typeof value !== 'object' || value === null) return value
  if ('GasCoin' in value) return 'gas'
  if ('Result' in value) return `result ${String(value.Result)}`
  if ('NestedResult' in value) return `result ${(value.NestedResult as readonly number[]).join('.')}`
  return 'Input' in value ? shownInput(reading.inputs[Number(value.Input)], reading) : value
}

function shownInput(input: Data['inputs'][number] | undefined, { read }: Reading): unknown {
  if (input?.Pure) {
    const bytes = readBase64(input.Pure.bytes)
    return (bytes && read?.(bytes)) ?? input.Pure.bytes
  }
  const { ImmOrOwnedObject, SharedObject, Receiving } = input?.Object ?? {}
  const object = ImmOrOwnedObject ?? SharedObject ?? Receiving
  return object ? object.objectId : input
}
