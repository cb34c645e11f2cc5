import { readHex } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
import type { ConfirmedRequest } from '@latchkey/device/provider'
import type { AskedTransaction, Question } from '../person.ts'
import { textOf as textOfBytes } from '../standard/inputs.ts'
import type { GrantsOf } from './evmWalletState.ts'

type AskedQuestion = Omit<Question, 'origin'>

type Reader = (params: readonly unknown[]) => Pick<Question, 'account' | 'kind' | 'text' | 'transactions' | 'typedData'>

/** How a person reads the requests that sign or send. */
const readers: Readonly<Record<string, Reader>> = {
  personal_sign: ([message, account]) => ({
    kind: 'message',
    account: String(account),
    text: textOf(String(message)),
  }),
  eth_signTypedData_v4: ([account, typedData]) => ({
    kind: 'typedData',
    account: String(account),
    typedData: typeof typedData === 'string' ? JSON.parse(typedData) : typedData,
  }),
  eth_sendTransaction: ([transaction]) => ({
    kind: 'transaction',
    account: String(Object(transaction).from),
    transactions: [transactionOf(transaction)],
  }),
  wallet_sendCalls: ([batch]) => ({
    kind: 'calls',
    account: String(Object(batch).from),
    transactions: (Object(batch).calls as unknown[]).map(transactionOf),
  }),
}

/** The question that a request of a page puts to the person. */
export async function questionOf(
  { method, params, chainId }: ConfirmedRequest,
  grantsOf: GrantsOf,
): Promise<AskedQuestion> {
  const read = readers[method]
  if (!read) throw new TypeError(`The person is never asked about ${method}.`)
  const question = { method, params, chainId, ...read([params].flat()) }
  const { account, transactions } = question
  if (account === undefined || !transactions) return question
  const grants = await Promise.all(transactions.map((transaction) => grantsOf(account, transaction, chainId)))
  return { ...question, grants: grants.flat() }
}

/** The text of a message, which pages send as hex; `undefined` for bytes that are not UTF-8. */
function textOf(message: string): string | undefined {
  const bytes = message.startsWith('0x') ? readHex(message) : undefined
  return bytes ? textOfBytes(bytes) : message
}

function transactionOf(transaction: unknown): AskedTransaction {
  const { to, value, data } = Object(transaction) as { to?: string; value?: string; data?: string }
  return { value: BigInt(value ?? 0).toString(), ...defined({ to, data }) }
}
