import { execFileSync } from 'node:child_process'
import { formFieldsOf } from '@latchkey/inspector/views/operations/bodyForm'
import {
  clientCodeOfCall,
  type CodedCall,
  curlOfCall,
  testCodeOfCall,
} from '@latchkey/inspector/views/operations/callCode'
import { bodyTextOf, exampleCall, sentHeaders, targetOf } from '@latchkey/inspector/views/operations/operationCall'
import { type OpenApiDocument, type Operation, operationsOf } from '@latchkey/inspector/views/operations/operationsOf'
import { createMock } from '@latchkey/mock'
import { operationTable } from '@latchkey/types'
import document from '@latchkey/types/openapi.json' with { type: 'json' }
import { beforeAll, describe, expect, it } from 'vitest'
import * as resources from '../src/generated/operations/index.ts'
import * as client from '../src/index.ts'

/** The calls of the inspector's view of operations, and the code that it shows for them. */
const contract = document as unknown as OpenApiDocument
const operations = operationsOf(contract)
const mock = createMock({ seed: 'every operation' })
const session = await mock.signIn(await mock.create.user({ email: 'ada@example.com' }))
const tokens = {
  environment: mock.defaults.environments.sandbox.token,
  admin: mock.defaults.admin.token,
  user: session.token,
  nobody: undefined,
}
const codedCallOf = (operation: Operation): CodedCall => ({
  operation,
  call: exampleCall(operation, { environmentId: mock.defaults.environments.sandbox.id }),
  baseUrl: mock.baseUrl,
  token: tokens[operation.caller],
})

interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** The request that the form sends. */
function sentBy({ operation, call, baseUrl, token }: CodedCall): Sent {
  const body = bodyTextOf(operation, call)
  return {
    method: operation.method,
    url: baseUrl + targetOf(operation, call),
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...sentHeaders(call),
      ...(body !== undefined && { 'content-type': operation.body?.type ?? '' }),
    },
    body,
  }
}

/** The words that a shell gives to curl, for each of the commands. */
function wordsOf(commands: readonly string[]): string[][] {
  const script = `curl() { printf '%s\\0' "$@"; printf '\\1'; }\n${commands.join('\n')}\n`
  const output = execFileSync('sh', { input: script, encoding: 'utf8', maxBuffer: 100_000_000 })
  return output.split('\u0001').map((words) => words.split('\0').slice(0, -1))
}

function readCurl(words: readonly string[]): Sent {
  const after = (option: string) => words.flatMap((word, index) => (words[index - 1] === option ? [word] : []))
  const url = words.find((word) => word.startsWith(mock.baseUrl)) ?? ''
  const headers = after('--header').map((header) => header.split(/: (.*)/s).slice(0, 2))
  const [body] = after('--data')
  return { method: after('--request')[0] ?? 'GET', url, headers: Object.fromEntries(headers), body }
}

/** Runs a program of the client, and gives the first request that it sends. */
async function runClient(code: string): Promise<Pick<Sent, 'method' | 'url' | 'body'> | undefined> {
  let sent: Request | undefined
  const fetch: typeof globalThis.fetch = async (input, init) => {
    sent ??= new Request(input, init)
    return Response.json({ error: 'This is not the service.', code: 'no_service' }, { status: 418 })
  }
  const createTransport = (options: client.TransportOptions) => client.createTransport({ ...options, fetch })
  const statements = code.replaceAll(/^import .*$/gm, '')
  const run = new Function(
    'bearer',
    'createTransport',
    'resources',
    `const { ${Object.keys(resources)
      .filter((name) => name !== 'export')
      .join(', ')} } = resources\nreturn (async () => {${statements}\n})()`,
  )
  await run(client.bearer, createTransport, resources).catch((error: unknown) => {
    if (!client.isApiError(error)) throw error
  })
  return sent && { method: sent.method, url: sent.url, body: sent.body ? await sent.text() : undefined }
}

let curls: Sent[]
beforeAll(() => {
  curls = wordsOf(operations.map((operation) => curlOfCall(codedCallOf(operation)))).map(readCurl)
})

it('the calls that the inspector shows are those of all operations', () => {
  expect(operations.map(({ id }) => id).toSorted()).toEqual(Object.keys(operationTable).toSorted())
  expect(operations.filter(({ description, summary }) => !description || !summary)).toEqual([])
})

describe.each(operations.map((operation, index) => [operation.id, operation, index] as const))(
  '%s',
  (id, operation, index) => {
    const coded = codedCallOf(operation)
    const sent = sentBy(coded)

    it('is called by its example, as the service finds it', async () => {
      expect(sent.url).not.toMatch(/[{}]/)
      const { method, url, headers, body = null } = sent
      await mock.fetch(url, { method, headers, body, redirect: 'manual' })
      const entry = mock.journal.list().at(-1)
      expect(entry).toMatchObject({ operation: id, params: coded.call.params })
      // A refusal of its form would name a field of the example.
      expect(entry?.reply).not.toMatchObject({ code: 'validation_failed' })
    })

    it('is the same call as a command for the shell', () => {
      expect(curls[index]).toEqual(sent)
    })

    it('is the same call as a program of the client, and as a test', async () => {
      const { method, url, body } = sent
      const isForm = operation.body?.type === 'application/x-www-form-urlencoded'
      const read = (text: string | undefined) => (text === undefined || isForm ? text : JSON.parse(text))
      for (const code of [clientCodeOfCall(coded), bodyOfTest(testCodeOfCall(coded), coded.token)]) {
        const called = await runClient(code)
        expect({ ...called, body: read(called?.body) }).toEqual({ method, url, body: read(body) })
      }
    })

    it('has a form for each field of its body that the example has', () => {
      if (!operation.body) return
      const { example, schema } = operation.body
      const names = new Set(formFieldsOf(contract, schema).map(({ path }) => path[0]))
      if (names.size > 0) expect(Object.keys(Object(example)).filter((name) => !names.has(name))).toEqual([])
    })
  },
)

/** The statements of a test, with the mock's URL and credential in place of those of its own mock. */
function bodyOfTest(code: string, token: string | undefined): string {
  const [, body = ''] = /async \(\) => \{\n(.*)\n\}\)$/s.exec(code) ?? []
  return body
    .replace('const mock = createMock()', `const mock = { baseUrl: ${JSON.stringify(mock.baseUrl)}, fetch: undefined }`)
    .replace(/^ *const (ada|\{ token \}) = .*$/gm, '')
    .replace('bearer(token)', `bearer(${JSON.stringify(token)})`)
}
