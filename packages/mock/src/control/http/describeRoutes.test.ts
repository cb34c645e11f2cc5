import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ControlRoutes } from '@latchkey/contract/routes/controlRoute'
import { controlRoutes } from '@latchkey/contract/routes/controlRoutes'
import { streamRoutes } from '@latchkey/contract/routes/streamRoutes'
import { describe, expect, it } from 'vitest'
import { createControlClient } from '../../../test/support/controlClient.ts'
import type { ControlDocument } from '../../../test/support/controlDocument.ts'
import { describeRoutes } from './describeRoutes.ts'

const control = createControlClient()
const routes: ControlRoutes = controlRoutes

let document: ControlDocument | undefined
/** The document, as the server of the first test serves it. */
async function readDocument(): Promise<ControlDocument> {
  document ??= (await (await fetch(`${control.server.url}/__mock/v1/openapi.json`)).json()) as ControlDocument
  return document
}

/** The complaints of the linter, each by its rule. */
async function lint(document: object): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'control-'))
  try {
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
    const cli = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')
    const args = [cli, 'lint', 'openapi.json', '--extends=recommended-strict', '--format=json']
    const out = await promisify(execFile)(process.execPath, args, { cwd: folder, maxBuffer: 2 ** 26 }).catch(
      (failure: { stdout: string }) => failure,
    )
    const { problems } = JSON.parse(out.stdout) as { problems: { ruleId: string }[] }
    return problems.map(({ ruleId }) => ruleId)
  } finally {
    await rm(folder, { recursive: true })
  }
}

describe("the control interface's document", () => {
  it('describes every route', async () => {
    const { paths } = await readDocument()
    const described = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path.slice(1)}`),
    )
    expect(described.sort()).toEqual([...Object.keys(routes), ...Object.keys(streamRoutes)].sort())
  })

  it.each(Object.entries(routes))('says what %s reads and answers', async (key, { summary, input, output }) => {
    const [method = '', path = ''] = key.split(' ')
    const operation = (await readDocument()).paths[`/${path}`]?.[method.toLowerCase()]
    expect(operation?.summary).toBe(summary)
    expect(summary).toMatch(/^[A-Z].{4,}[^.]$/)
    expect(operation?.operationId).toMatch(/^(get|post)([A-Z][a-zA-Z0-9]*)+$/)
    expect(operation?.tags).toEqual([path.split('/')[0]])
    expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(['400', '403', 'default']))
    const success = operation?.responses[output ? 200 : 204]
    expect(Boolean(success?.content?.['application/json']?.schema)).toBe(output !== undefined)
    const body = operation?.requestBody?.content['application/json']
    if (method === 'POST') expect([operation?.requestBody?.required, Boolean(body?.schema)]).toEqual([!!input, !!input])
    else expect((operation?.parameters ?? []).length > 0).toBe(input !== undefined)
  })

  it('has different operation ids, the shape of errors, and the control token', async () => {
    const document = await readDocument()
    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    )
    expect(new Set(ids).size).toBe(ids.length)
    expect(document).toMatchObject({
      security: [{}, { controlToken: [] }],
      components: {
        schemas: { Error: { required: ['error', 'code'] }, User: { type: 'object' } },
        responses: { Error: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } } },
        securitySchemes: { controlToken: { type: 'http', scheme: 'bearer' } },
      },
    })
  })

  it('shows the fields of what a route creates, also those that an operation checks, and requires none but its own', async () => {
    const { paths } = await readDocument()
    const bodyOf = (name: string) =>
      paths[`/create/${name}`]?.['post']?.requestBody?.content['application/json']?.schema as {
        properties: Record<string, unknown>
        required?: string[]
      }
    const fieldsOf = (name: string) => Object.keys(bodyOf(name).properties)
    expect(fieldsOf('user')).toEqual(expect.arrayContaining(['environmentId', 'email', 'firstName', 'metadata']))
    expect(fieldsOf('wallet')).toEqual(expect.arrayContaining(['userId', 'chain', 'publicWalletAddress']))
    expect(fieldsOf('gate')).toEqual(expect.arrayContaining(['name', 'rules', 'outcome', 'scope', 'enabled']))
    expect(fieldsOf('provider')).toEqual(expect.arrayContaining(['provider', 'clientId', 'smsNumber', 'enabled']))
    expect(fieldsOf('admin').toSorted()).toEqual(['email', 'phoneNumber', 'role', 'walletPublicKey'])
    expect(bodyOf('wallet').required).toEqual(['userId'])
    expect(bodyOf('gate').required).toBeUndefined()
  })

  it('shows the fields of every body, also that of a scenario', async () => {
    const { paths } = await readDocument()
    const fieldsOf = (schema: object | undefined) => Object.keys(Object(Object(schema).properties) as object)
    const bodies = Object.entries(paths).flatMap(([path, { post }]) =>
      post?.requestBody?.required ? [[path, post.requestBody.content['application/json']?.schema] as const] : [],
    )
    expect(bodies.length).toBeGreaterThan(50)
    expect(bodies.filter(([, schema]) => fieldsOf(schema).length === 0).map(([path]) => path)).toEqual([])
    const scenario = bodies.find(([path]) => path === '/scenario')?.[1]
    expect(fieldsOf(scenario)).toEqual(expect.arrayContaining(['people', 'settings', 'providers', 'gates']))
  })

  it('leaves room for further fields in what the control interface answers', async () => {
    const { paths, components } = await readDocument()
    const answers = Object.values(paths).flatMap((item) => Object.values(item).map(({ responses }) => responses))
    expect(JSON.stringify([answers, components]).includes('"additionalProperties":false')).toBe(false)
  })

  it('is served in OpenAPI 3.0 as well, with the same routes and without complaints', async () => {
    const reply = await fetch(`${control.server.url}/__mock/v1/openapi-3.0.json`)
    const document = (await reply.json()) as ControlDocument & { openapi: string }
    expect(document.openapi).toBe('3.0.3')
    expect(Object.keys(document.paths)).toEqual(Object.keys((await readDocument()).paths))
    expect(await lint(document)).toEqual([])
  })

  it('is a document without complaints of the linter, which would complain of a route without words', async () => {
    expect(await lint(await readDocument())).toEqual([])
    const wordless = { 'GET a': { summary: '', output: undefined } }
    expect(await lint(describeRoutes(wordless, 'http://127.0.0.1:4010'))).toContain('operation-summary')
  })
})
