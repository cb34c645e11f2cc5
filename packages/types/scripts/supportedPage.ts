import { listOperations, type OpenApiDocument, type Operation, type OperationEntry } from './document.ts'

/** Prints SUPPORTED.md: every operation of the document with its credential, scope and statuses. */
export function printSupportedPage(document: OpenApiDocument): string {
  const entries = listOperations(document)
  return [
    '<!-- Written by `pnpm generate` from spec/. Edit spec/ instead. -->',
    '# What is supported',
    '',
    `All ${entries.length} operations of [spec/openapi.yaml](spec/openapi.yaml). Each is typed, callable and served`,
    'with its effects. A test of `packages/mock` reaches each of its statuses: the test command fails when one is not',
    'reached, and when this page is stale.',
    '',
    "- **Credential**: an `environment` token or a member's token; a `member` token; the session of a `user`.",
    '  `user or none` acts for the user if there is a session, `none` needs no credential.',
    '- **Needs**: the scope of the token, or the lowest role of the member.',
    '',
    ...document.tags.flatMap(({ name, description }) =>
      section(
        name,
        description,
        entries.filter(({ operation }) => operation.tags[0] === name),
      ),
    ),
  ].join('\n')
}

function section(tag: string, description: string, entries: readonly OperationEntry[]): string[] {
  if (entries.length === 0) return []
  return [
    `## ${tag}`,
    '',
    description,
    '',
    '| operation | request | credential | needs | statuses |',
    '|---|---|---|---|---|',
    ...entries.map(({ id, method, path, operation }) => {
      const name = operation.deprecated ? `\`${id}\` (deprecated)` : `\`${id}\``
      const request = `\`${method.toUpperCase()} ${path.replace('/api/v0', '')}\``
      const statuses = Object.keys(operation.responses).sort().join(' ')
      return `| ${[name, request, credentialOf(operation), needsOf(operation), statuses].join(' | ')} |`
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
