import { defined } from '@latchkey/base/defined'
import { searchOf } from '@latchkey/base/formFields'
import { literal } from '../../literals.ts'
import type { Entry } from '../../live/control.ts'
import { credentialOf } from './credentialOf.ts'
import { pathBelow } from './curlOf.ts'

/** A request as code for a test: a call of `@latchkey/client`, or of `fetch` for what is not an operation. */
export function testCodeOf(baseUrl: string, entry: Entry): string {
  return entry.operation === undefined ? fetchCodeOf(baseUrl, entry) : clientCodeOf(entry, entry.operation)
}

function clientCodeOf({ params, query, body, status }: Entry, operation: string): string {
  const [resource = '', verb = ''] = operation.split('.')
  const input = {
    ...params,
    ...defined({ query: Object.keys(query).length > 0 ? query : undefined, body }),
  }
  const call = `${resource}.${verb}(client, ${literal(input)})`
  const imported = `import { ${resource} } from '@latchkey/client/operations'\n\n`
  return status >= 400
    ? `${imported}await expect(${call}).rejects.toMatchObject({ status: ${status} })`
    : `${imported}const result = await ${call}`
}

function fetchCodeOf(baseUrl: string, entry: Entry): string {
  const { method, body, status } = entry
  const token = credentialOf(entry)
  const headers = [
    ...(token === undefined ? [] : [`authorization: \`Bearer \${${token}}\``]),
    ...(body === undefined ? [] : ["'content-type': 'application/json'"]),
  ]
  const init = [
    `method: ${literal(method)}`,
    ...(headers.length > 0 ? [`headers: { ${headers.join(', ')} }`] : []),
    ...(body === undefined ? [] : [`body: JSON.stringify(${literal(body).replaceAll('\n', '\n  ')})`]),
  ]
  const url = `baseUrl + ${literal(pathBelow(baseUrl, entry) + searchOf(entry.query))}`
  const sent = `const response = await fetch(${url}, {\n${init.map((line) => `  ${line},\n`).join('')}})`
  return `${sent}\nexpect(response.status).toBe(${status})`
}
