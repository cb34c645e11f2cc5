import { failures } from '../../mock/src/domain/shared/errors.ts'
import { listOperations, type OpenApiDocument, type Schema } from '../../types/scripts/document.ts'
import { escapeText, page, tryFile } from './markdown.ts'
import { codesOf } from './operationParts.ts'

/** The remedies by status, unless a code asks for something else. */
const remedies: Readonly<Record<number, string>> = {
  400: 'Correct the request. Sending the same one again leads to the same answer.',
  401: 'Get a new credential, then send the call again. `bearer(() => token)` and sessions do this once by themselves.',
  403: 'Use a credential that may do this, or change the settings that refuse it.',
  404: 'Check the id, and the environment that it belongs to.',
  405: 'Use a method that the URL serves: the header `Allow` lists them.',
  409: 'Read the present state, then decide whether the call is still wanted.',
  410: 'Start again: what the call belongs to has ended.',
  413: 'Send less.',
  415: 'Set `content-type` to the type that the operation reads. The client does so by itself.',
  422: 'Change what the sentence names. The same request is refused until that has changed.',
  429: 'Wait as long as `Retry-After` says. The client does so, within its limits.',
  500: 'Send the call again if it may be sent twice. In the mock this is a bug: report it with what `onError` receives.',
}

const codeRemedies: Readonly<Record<string, string>> = {
  missing_scope: 'Create a token with the scope that the reference of the operation names.',
  insufficient_role: 'Use the token of a member with the role that the reference of the operation names.',
  wrong_environment: 'Use the token of the environment that is in the URL.',
  origin_not_allowed: 'List the origin of the page: `origins.create`, or `mock.create.origin(origin)` in a test.',
  mfa_required: 'Ask for a second factor, and send its proof in `x-mfa-auth-token`.',
  session_revoked: 'Sign the person in again.',
  token_expired: 'Refresh the session, or get a new token.',
  validation_failed: 'The sentence names the field and what is wrong with it. Types show this before the call is sent.',
  invalid_cursor: 'Begin the list again, without a cursor.',
}

interface Entry {
  readonly statuses: ReadonlySet<number>
  readonly sentences: ReadonlySet<string>
  readonly operations: readonly string[]
}

/** The error codes of the document and of the mock, with what they mean, who answers them and what to do. */
export function errorPages(document: OpenApiDocument): ReadonlyMap<string, string> {
  const codes = collect(document)
  const description = `All ${codes.size} error codes: what each means, which operations answer it, and what to do.`
  return new Map([
    [
      'errors.md',
      page('Errors', description, [
        `${description}\n`,
        'An error is an `ApiError` with a `status` and a `code`. The sentence may change, the code does not.\n',
        tryFile('errors.ts'),
        ...[...codes].map(([code, entry]) => printCode(code, entry)),
      ]),
    ],
  ])
}

function collect(document: OpenApiDocument): ReadonlyMap<string, Entry> {
  const answered = new Map<string, { status: number; id: string }[]>()
  for (const entry of listOperations(document))
    for (const [status, codes] of codesOf(document, entry))
      for (const code of codes) answered.set(code, [...(answered.get(code) ?? []), { status, id: entry.id }])
  const rows = Object.values(failures).map(([status, code, sentence]) => ({ status, code, sentence }))
  const documented = ['ErrorCode', 'UnprocessableEntityErrorCode'].flatMap((name) =>
    ((document.components.schemas[name] as Schema).enum ?? []).map(String),
  )
  const codes = [...new Set([...documented, ...rows.map(({ code }) => code)])].sort()
  return new Map(
    codes.map((code) => {
      const rowsOfCode = rows.filter((row) => row.code === code)
      const uses = answered.get(code) ?? []
      const statuses = new Set<number>([...rowsOfCode.map(({ status }) => status), ...uses.map(({ status }) => status)])
      const sentences = new Set<string>(rowsOfCode.map(({ sentence }) => sentence))
      return [code, { statuses, sentences, operations: [...new Set(uses.map(({ id }) => id))] }]
    }),
  )
}

const listed = 12

function printCode(code: string, { statuses, sentences, operations }: Entry): string {
  const sortedStatuses = [...statuses].sort((a, b) => a - b)
  const meaning =
    sentences.size > 0
      ? [...sentences].map((sentence) => `- ${escapeText(sentence)}\n`).join('')
      : 'The interface documents this code. The mock never answers with it.\n'
  const links = operations
    .slice(0, listed)
    .map((id) => `[\`${id}\`](/reference/operations/${id.split('.')[0]}#${id.replace('.', '-').toLowerCase()})`)
  const others = operations.length - links.length
  const remedy = codeRemedies[code] ?? (sortedStatuses[0] === undefined ? remedies[422] : remedies[sortedStatuses[0]])
  return [
    `## \`${code}\` {#${code}}\n`,
    sortedStatuses.length > 0 ? `**Status:** ${sortedStatuses.join(', ')}\n` : '',
    meaning,
    links.length > 0 ? `**Answered by:** ${links.join(', ')}${others > 0 ? ` and ${others} more` : ''}.\n` : '',
    `**What to do:** ${remedy}\n`,
  ]
    .filter(Boolean)
    .join('\n')
}
