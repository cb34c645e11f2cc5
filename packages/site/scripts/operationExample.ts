import type { Mock } from '@latchkey/mock'
import { printExample, readyNames } from '../../client/scripts/printExample.ts'
import type { OpenApiDocument, OperationEntry } from '../../types/scripts/document.ts'
import { runExample } from '../.vitepress/theme/runExample.ts'
import { showValue } from '../.vitepress/theme/showValue.ts'

/** The values that a program gets from a mock, by the name that examples use. */
const available: Readonly<Record<string, string>> = {
  organizationId: 'mock.defaults.organizationId',
  projectId: 'mock.defaults.projectId',
  userId: '(await mock.create.user()).id',
  walletId: '(await mock.create.wallet((await mock.create.user()).id)).id',
  gateId: '(await mock.create.gate({})).id',
  allowlistId: '(await mock.create.allowlist()).id',
  customFieldId: '(await mock.create.customField()).id',
}

const maximumLines = 30

/**
 * A program that calls an operation of the resource: the first one that succeeds in a new mock and shows something, or
 * else the refusal of the first one. It ends in what it prints, as comments.
 */
export async function exampleOf(
  document: OpenApiDocument,
  resource: string,
  entries: readonly OperationEntry[],
): Promise<string> {
  const programs = entries
    .filter((entry) => [...readyNames(document, entry).keys()].every((name) => name in available))
    .map((entry) => printProgram(document, resource, entry))
  // A list is empty in a new mock, so its loop prints nothing.
  for (const program of [...programs, ...programs.map((program) => `${program}\nconsole.log('The list ends here.')`)]) {
    const { isDone, output } = await run(program)
    if (isDone && output.length > 0) return withOutput(program, output)
  }
  const [first] = entries
  if (!first) throw new Error(`${resource} has no operation.`)
  const program = printRefusal(document, resource, first)
  const { isDone, output } = await run(program)
  if (!isDone || output.length === 0) throw new Error(`The example of ${resource} does not run:\n${output.join('\n')}`)
  return withOutput(program, output)
}

async function run(program: string): Promise<{ isDone: boolean; output: string[] }> {
  const mocks: Mock[] = []
  const output: string[] = []
  const isDone = await runExample(program, {
    print: (_, values) => output.push(...values.map(showValue).join(' ').split('\n')),
    onMock: (mock) => mocks.push(mock),
  })
  for (const mock of mocks) mock.close()
  return { isDone, output }
}

const withOutput = (program: string, output: readonly string[]) =>
  output.length > maximumLines ? program : `${program}\n${output.map((line) => `// → ${line}`).join('\n')}\n`

/** How the credential of an operation's caller is made. */
function credentialOf({ operation }: OperationEntry): readonly [setup: string, auth: string] {
  const [scheme = 'none'] = (operation.security ?? []).flatMap((requirement) => Object.keys(requirement))
  const setups: Readonly<Record<string, readonly [string, string]>> = {
    environmentToken: ['const { id: environmentId, token } = mock.defaults.environments.sandbox', 'bearer(token)'],
    memberToken: [
      'const { id: environmentId } = mock.defaults.environments.sandbox\nconst { token } = mock.defaults.admin',
      'bearer(token)',
    ],
    userJwt: [
      "const { id: environmentId } = mock.defaults.environments.sandbox\nconst ada = await mock.create.user({ email: 'ada@example.com' })\nconst { token } = await mock.signIn(ada)",
      'bearer(token)',
    ],
  }
  return setups[scheme] ?? ['const { id: environmentId } = mock.defaults.environments.sandbox', '']
}

function printProgram(document: OpenApiDocument, resource: string, entry: OperationEntry): string {
  const names = [...readyNames(document, entry).keys()]
  const variables = names.map((name) => `const ${name} = ${available[name]}`)
  const code = printExample(document, entry).replace(/^@example\n```ts\n|\n```$/g, '')
  const [, name] = /^const (\w+|\{ \w+ \}) = /.exec(code) ?? []
  const shown = name ? `${code}\nconsole.log(${name.replaceAll(/[{} ]/g, '')})` : code
  return frame(resource, entry, [...variables, shown])
}

function printRefusal(document: OpenApiDocument, resource: string, entry: OperationEntry): string {
  const names = [...readyNames(document, entry).keys()]
  const variables = names.map((name) => `const ${name} = ${available[name] ?? `'${unknownId}'`}`)
  const code = printExample(document, entry)
    .replace(/^@example\n```ts\n|\n```$/g, '')
    .replace(/^const .*? = await /, 'await ')
  const indented = code.replaceAll('\n', '\n  ')
  return frame(resource, entry, [
    ...variables,
    `try {\n  ${indented}\n} catch (error) {\n  console.log(isApiError(error) ? \`\${error.status} \${error.code}\` : error)\n}`,
  ])
}

const unknownId = '01938c5e-0000-7000-8000-000000000000'

function frame(resource: string, entry: OperationEntry, lines: readonly string[]): string {
  const [setup, auth] = credentialOf(entry)
  const names = [auth ? 'bearer' : '', 'createTransport', lines.at(-1)?.includes('isApiError') ? 'isApiError' : '']
  return `import { ${names.filter(Boolean).join(', ')} } from '@latchkey/client'
import { ${resource} } from '@latchkey/client/operations'
import { createMock } from '@latchkey/mock'

const mock = createMock({ seed: '${resource}', now: '2026-01-15T09:30:00Z' })
${setup}
const client = createTransport({ baseUrl: mock.baseUrl, environmentId, fetch: mock.fetch${auth ? `, auth: ${auth}` : ''} })

${lines.join('\n')}`
}
