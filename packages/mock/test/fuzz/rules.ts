import { developmentKeys } from '@latchkey/crypto/developmentKeys'
import { type OperationRow, operationTable } from '@latchkey/types'
import { match, rows } from '../../src/http/router.ts'
import { faultsOfReply } from '../contract/documentJudge.ts'
import type { FullWorld, Strangers } from '../people/fullWorld.ts'
import type { FuzzedRequest } from './requests.ts'
import type { FuzzedReply } from './sender.ts'

/** A request with its reply, and what a second mock in the same state answered. */
export interface Exchanged {
  readonly request: FuzzedRequest
  /** Path of the URL below the mock's own. */
  readonly pathname: string
  readonly reply: FuzzedReply
  readonly twin: FuzzedReply
  /** The mock's state before and after, as text. */
  readonly before: string
  readonly after: string
}

type Rule = (exchanged: Exchanged, world: FullWorld) => boolean

const isRefused = ({ reply }: Exchanged) => reply.status >= 400
const rowOf = ({ request }: Exchanged): OperationRow => operationTable[request.id]

/** Credentials of another environment, and of people who have no part in the organization. */
const outsiders: ReadonlySet<string> = new Set<keyof Strangers>([
  'liveToken',
  'liveJwt',
  'foreignEnvironmentToken',
  'strangerToken',
  'removedMemberToken',
  'foreignJwt',
])
/** Credentials that nothing takes. */
const invalid: ReadonlySet<string> = new Set<keyof Strangers | 'broken'>([
  'broken',
  'expiredToken',
  'deletedToken',
  'revokedMemberToken',
  'expiredJwt',
  'revokedJwt',
  'deletedUserJwt',
])

/** Whether the URL names a record of the full world, or an environment, project or organization of it. */
function namesOwnRecord({ request }: Exchanged, world: FullWorld): boolean {
  const own = world.paramsOf(request.id)
  return Object.entries(request.url).some(
    ([name, { kind }]) => kind === 'own' && /^[\da-f-]{36}$/.test(own[name] ?? ''),
  )
}

const fixedKids: ReadonlySet<string> = new Set(developmentKeys.map(({ kid }) => kid))
const kidOf = (header: string) => String(JSON.parse(Buffer.from(header, 'base64url').toString()).kid)

/** A reply without keys that were made of the machine's randomness, when no fixed one was left, and without their tokens. */
const withoutNewKeys = (text: string) =>
  text
    .replaceAll(/\{"kid":"([\w-]+)","alg":[^}]+\}/g, (jwk, kid: string) => (fixedKids.has(kid) ? jwk : '"a key"'))
    .replaceAll(/(eyJ[\w-]+)\.eyJ[\w-]+\.[\w-]+/g, (jwt, header: string) =>
      fixedKids.has(kidOf(header)) ? jwt : 'a token',
    )

/** The rules of every request: each says whether it is kept. */
const rules: Readonly<Record<string, Rule>> = {
  'A reply is never a fault of the server': ({ reply }) => reply.status < 500,
  'The same request in the same state gets the same reply': ({ reply, twin }) =>
    reply.status === twin.status && withoutNewKeys(reply.text) === withoutNewKeys(twin.text),
  'A refusal changes nothing': (exchanged) => !isRefused(exchanged) || exchanged.before === exchanged.after,
  'An operation that needs a credential refuses a request without one': (exchanged) =>
    exchanged.request.credential !== 'none' || isRefused(exchanged) || isOpen(rowOf(exchanged)),
  'An invalid credential is refused': (exchanged) =>
    !invalid.has(exchanged.request.credential) || isRefused(exchanged) || rowOf(exchanged).auth === 'none',
  'An outsider reaches no record': (exchanged, world) =>
    !outsiders.has(exchanged.request.credential) ||
    isRefused(exchanged) ||
    rowOf(exchanged).auth === 'none' ||
    !namesOwnRecord(exchanged, world),
  'A token without the scope is refused': (exchanged) =>
    exchanged.request.credential !== 'tokenWithout' || isRefused(exchanged) || rowOf(exchanged).scope === undefined,
  'A viewer writes nothing': (exchanged) =>
    exchanged.request.credential !== 'viewerToken' ||
    isRefused(exchanged) ||
    (rowOf(exchanged).role ?? 'viewer') === 'viewer',
  'A reply shows no record of another organization': ({ request, reply }) =>
    request.credential !== 'rightful' ||
    reply.status >= 400 ||
    !/Foreign (organization|project|token)/.test(reply.text),
}

const isOpen = ({ auth }: OperationRow) => auth === 'none' || auth === 'optionalUser'

/** The rules that a request and its reply break, and what the document says against the reply. */
export function brokenRules(exchanged: Exchanged, world: FullWorld): string[] {
  const { request, reply, pathname } = exchanged
  const broken = Object.entries(rules).flatMap(([sentence, isKept]) => (isKept(exchanged, world) ? [] : [sentence]))
  // A text in the URL can lead to another operation, or to none.
  const id = match(pathname)?.operations[operationTable[request.id].method]
  return id ? [...broken, ...faultsOfReply(rows[id], reply)] : broken
}
