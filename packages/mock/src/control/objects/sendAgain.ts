import { basePathOf, originOf } from '@latchkey/base/baseUrl'
import { defined } from '@latchkey/base/defined'
import { formOf, searchOf } from '@latchkey/base/formFields'
import type { OperationRow } from '@latchkey/types'
import type { Journal, JournalEntry } from '../../http/journal.ts'
import { redacted } from '../../http/redact.ts'
import type { WireReply } from '../../http/respond.ts'
import { rows } from '../../http/router.ts'
import type { ServiceRequest } from '../../http/serviceRequest.ts'
import type { Defaults } from '../../world/seedDefaults.ts'
import { headersOf, readyCallerOf } from './operationCaller.ts'
import type { SignIn } from './signIn.ts'

/** The parts of the request that replace those of the journal. */
interface SendAgainInput {
  /** The body. Required if the journal's body has redacted secrets or is shortened. */
  readonly body?: unknown
}

/** The answer to a request that was sent once more. */
interface SentAgain {
  /** The request id of its entry in the journal. */
  readonly requestId: string
  readonly status: number
}

/**
 * Sends a request of the journal once more, as the same caller: it signs the user in for this, or uses an API token.
 *
 * @throws TypeError when the journal lacks the request, or secrets of it
 */
export type SendAgain = (requestId: string, input?: SendAgainInput) => Promise<SentAgain>

/** The parts of a mock that {@link createSendAgain} uses. */
export interface Sender {
  readonly journal: Pick<Journal, 'list'>
  readonly signIn: SignIn
  readonly defaults: Defaults
  readonly serve: (request: ServiceRequest) => Promise<WireReply> | undefined
  readonly baseUrl: () => string
}

export function createSendAgain(sender: Sender): SendAgain {
  return async (requestId, { body: givenBody } = {}) => {
    const entry = sender.journal.list().find((candidate) => candidate.requestId === requestId)
    if (!entry || entry.room || entry.socket) throw failure(`the journal has no request "${requestId}".`)
    if (hasSecret([entry.path, entry.query])) throw failure('the journal does not keep secrets, and this URL has one.')
    const body = givenBody === undefined ? entry.body : givenBody
    const isWhole = givenBody !== undefined || (!hasSecret(entry.body) && entry.bodyBytes === undefined)
    if (!isWhole) throw failure('the journal has not kept the whole body, such as secrets: pass `body`.')
    const row = entry.operation && rows[entry.operation]
    const headers: Record<string, string> = {
      ...(row && (await credential(sender, entry, row))),
      ...defined({ 'content-type': body === undefined ? undefined : (row?.body ?? 'application/json') }),
    }
    const reply = await sender.serve({
      method: entry.method,
      url: urlOf(entry, sender.baseUrl()),
      headers: { get: (name) => headers[name.toLowerCase()] ?? null, keys: () => Object.keys(headers) },
      text: async () => (body === undefined ? '' : textOf(row, body)),
    })
    return sentAgain(reply)
  }
}

function sentAgain(reply: WireReply | undefined): SentAgain {
  if (!reply) throw failure('the service does not answer at this URL any more.')
  return { requestId: reply.headers['x-request-id'] ?? '', status: reply.status }
}

const failure = (reason: string) => new TypeError(`Failed to call "journal.sendAgain()": ${reason}`)

const hasSecret = (value: unknown) => JSON.stringify(value)?.includes(redacted) ?? false

async function credential(
  { signIn, defaults }: Sender,
  { userId, params }: JournalEntry,
  row: OperationRow,
): Promise<Readonly<Record<string, string>>> {
  if (userId !== undefined && (row.auth === 'user' || row.auth === 'optionalUser'))
    return (await signIn(userId)).headers
  return headersOf(readyCallerOf(row) ?? 'nobody', { defaults, environmentId: params.environmentId })
}

/** The path in the journal has that of the base URL, or is below it. */
function urlOf({ path, query }: JournalEntry, baseUrl: string): string {
  const isBelow = !path.startsWith(`${basePathOf(baseUrl)}/`)
  return (isBelow ? baseUrl : originOf(baseUrl)) + path + searchOf(query)
}

function textOf(row: OperationRow | undefined, body: unknown): string {
  if (row?.body === 'application/x-www-form-urlencoded') return formOf(Object(body))
  return JSON.stringify(body)
}
