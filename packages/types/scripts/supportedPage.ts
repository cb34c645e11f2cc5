import { listOperations, type OpenApiDocument, type Operation, type OperationEntry } from './document.ts'

type Tag = OpenApiDocument['tags'][number]

/** The tests' findings about operations, by id, as `packages/mock/evidence.json` has them. */
export type EvidenceById = Readonly<Record<string, string>>

/** Prints SUPPORTED.md: every operation of the document with its credential, scope, statuses and evidence. */
export function printSupportedPage(document: OpenApiDocument, evidence: EvidenceById): string {
  const entries = listOperations(document)
  return [
    '<!-- Written by `pnpm generate` from spec/ and packages/mock/evidence.json. -->',
    '# What is supported',
    '',
    `All ${entries.length} operations of [spec/openapi.yaml](spec/openapi.yaml). Each is typed, callable and served`,
    'with its effects. A test of `packages/mock` reaches each of its statuses: the test command fails when one is not',
    'reached, and when this page is stale.',
    '',
    "- **Credential**: an `environment` token or a member's token; a `member` token; the session of a `user`.",
    '  `user or none` acts for the user if there is a session, `none` needs no credential.',
    '- **Needs**: the scope of the token, or the lowest role of the member.',
    '- **Evidence**: how many of the fields that its replies may have were seen with a value by the tests of the last',
    '  change, and which tests have tried it. All replies are judged by JSON Schema. `fuzz`: requests made of the document,',
    '  with credentials of strangers, keep the rules of `packages/mock/test/fuzz`. `models`: it follows a model of',
    '  `packages/mock/test/models`. `rollback`: each of its writes was made to fail, and nothing had changed, or it writes',
    '  nothing. `attacks`: strangers have sent it in vain, with valid ids and the credentials of other users, environments,',
    '  organizations and mocks (`packages/mock/test/attacks`). The client calls each of them in the',
    '  [examples](packages/client/docs/api) of its documentation.',
    '',
    ...document.tags.flatMap((tag) =>
      section(
        tag,
        entries.filter(({ operation }) => operation.tags[0] === tag.name),
        evidence,
      ),
    ),
  ].join('\n')
}

function section(
  { name: tag, description }: Tag,
  entries: readonly OperationEntry[],
  evidence: EvidenceById,
): string[] {
  if (entries.length === 0) return []
  return [
    `## ${tag}`,
    '',
    description,
    '',
    '| operation | request | credential | needs | statuses | evidence |',
    '|---|---|---|---|---|---|',
    ...entries.map(({ id, method, path, operation }) => {
      const name = operation.deprecated ? `\`${id}\` (deprecated)` : `\`${id}\``
      const request = `\`${method.toUpperCase()} ${path.replace('/api/v0', '')}\``
      const statuses = Object.keys(operation.responses).sort().join(' ')
      const cells = [name, request, credentialOf(operation), needsOf(operation), statuses, evidence[id] ?? '']
      return `| ${cells.join(' | ')} |`
    }),
    '',
  ]
}

function needsOf({ 'x-scope': scope, 'x-role': role }: Operation): string {
  if (scope) return `\`${scope}\``
  return role ? `role ${role}` : ''
}

const credentials: Readonly<Record<string, string>> = {
  environmentToken: 'environment',
  memberToken: 'member',
  userJwt: 'user',
}

/** The first scheme names the credential. A member's token may replace an environment's, a cookie the JWT. */
function credentialOf({ security = [] }: Operation): string {
  const [first] = security.flatMap((requirement) => Object.keys(requirement))
  const name = first === undefined ? 'none' : (credentials[first] ?? first)
  return name !== 'none' && security.some((requirement) => Object.keys(requirement).length === 0)
    ? `${name} or none`
    : name
}
