import { defined } from '@latchkey/base/defined'
import { type OperationId, type OperationRow, operationTable } from '@latchkey/types'
import bundled from '@latchkey/types/openapi.json' with { type: 'json' }
import { beforeAll, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { createFullWorld, type FullWorld } from '../people/fullWorld.ts'
import { fieldClaims, rowsOf } from './claimRows.ts'
import { bodyExample, queryExamples } from './documentExamples.ts'
import { unreachedFields } from './unreachedFields.ts'

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly string[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly deprecated?: boolean
  readonly properties?: Readonly<Record<string, Schema>>
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema: Schema
}

interface Operation {
  readonly tags: readonly string[]
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >
}

const document = bundled as object as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
  }
}

const nameOf = ({ $ref }: Schema) => $ref?.split('/').at(-1)

/** A schema with its references followed, and whether null fits it. */
function resolve(node: Schema): {
  readonly schema: Schema
  readonly names: readonly string[]
  readonly isNullable: boolean
} {
  const name = nameOf(node)
  if (name !== undefined) {
    const inner = resolve(document.components.schemas[name] as Schema)
    return { ...inner, names: [name, ...inner.names] }
  }
  const options = node.anyOf?.filter(({ type }) => type !== 'null') ?? []
  if (options.length === 1) {
    const inner = resolve(options[0] as Schema)
    return { ...inner, isNullable: true }
  }
  return { schema: node, names: [], isNullable: [node.type ?? []].flat().includes('null') }
}

/** How the document says a kind of value, as an expectation of the schema. */
function expectKind(node: Schema | undefined, kind: string, claim: string): void {
  expect(node, `${claim} is in the document`).toBeDefined()
  const { schema, names, isNullable } = resolve(node as Schema)
  const [, list] = /^list of (.*)$/.exec(kind) ?? []
  if (kind.endsWith(' or null')) expect(isNullable, `${claim} can be null`).toBe(true)
  const plain = kind.replace(/ or null$/, '')
  const type = [schema.type ?? []].flat().find((each) => each !== 'null')
  if (list !== undefined) {
    expect(type).toBe('array')
    expectKind(schema.items, list, claim)
  } else if (plain.startsWith('one of ')) {
    const values = plain.slice('one of '.length).split(' ')
    if (values.at(-1) === '…') expect(schema.enum ?? [values[0]]).toContain(values[0])
    else expect([...(schema.enum ?? [])].sort()).toEqual(values.sort())
  } else if (/^[A-Z]/.test(plain)) expect(names).toContain(plain)
  else {
    const [, least, most] = /^text(?: of (\d+) to (\d+)| up to \d+)?$/.exec(plain) ?? []
    const limit = /up to (\d+)/.exec(plain)?.[1] ?? most
    expect(type).toBe({ id: 'string', instant: 'string' }[plain] ?? (plain.startsWith('text') ? 'string' : plain))
    if (plain === 'id') expect(schema).toMatchObject({ minLength: 36, maxLength: 36 })
    if (plain === 'instant') expect(schema.format).toBe('date-time')
    if (least !== undefined) expect(schema.minLength).toBe(Number(least))
    if (limit !== undefined) expect(schema.maxLength ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(Number(limit))
  }
}

/** Whether a value of a reply is of a kind; absent values and null are those of other claims. */
function isOfKind(value: unknown, kind: string): boolean {
  if (value === undefined || value === null) return true
  const [, list] = /^list of (.*)$/.exec(kind) ?? []
  if (list !== undefined) return Array.isArray(value) && value.every((item) => isOfKind(item, list))
  const plain = kind.replace(/ or null$/, '')
  if (plain === 'id') return typeof value === 'string' && value.length === 36
  if (plain === 'instant') return typeof value === 'string' && new Date(value).toISOString() === value
  if (plain === 'integer') return Number.isInteger(value)
  if (plain === 'boolean') return typeof value === 'boolean'
  if (plain === 'object') return typeof value === 'object' && !Array.isArray(value)
  if (/^[A-Z]/.test(plain) && resolve({ $ref: `/${plain}` }).schema.properties) return typeof value === 'object'
  return typeof value === 'string'
}

const host = createHost()
let world: FullWorld
/** Real records of a full world, by their schema. */
const records: Record<string, unknown[]> = {}

beforeAll(async () => {
  world = await createFullWorld()
  await addRest()
  for (const [id, row] of rows) {
    if (row.method !== 'GET' || !row.success.includes(200)) continue
    const { status, body } = await send(id, row)
    const schema = document.paths[row.path]?.get?.responses['200']?.content?.['application/json']?.schema
    if (status === 200 && schema) collect(schema, body)
  }
})

/** Adds what a full world has not: a screened wallet with a further address, an embedded one, a visitor, and rules. */
async function addRest(): Promise<void> {
  const { mock, call } = world
  await call('screening.enable')
  const field = { name: 'Nickname', fieldType: 'text', enabled: true, required: true, position: 9 }
  await call('customFields.create', { body: { ...field, validationRules: { regex: '^[a-z]+$' } } })
  const options = { validOptions: [{ key: 'tea', label: 'Tea' }] }
  await call('customFields.create', {
    body: { ...field, name: 'Drink', fieldType: 'select', position: 10, validationRules: options },
  })
  const contract = { networkId: 1, contractAddress: '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D' }
  const rule = { type: 'nft', address: contract, filter: { tokenId: '0x1a', amount: 1 }, chain: 'EVM' } as const
  await mock.create.gate({ outcome: 'scope', scope: 'collector', rules: [rule] })
  const countries = [
    { isoCountryCode: 'US', phoneCountryCode: '1' },
    { isoCountryCode: 'DE', phoneCountryCode: '49' },
  ]
  await mock.create.provider({ provider: 'sms', enabledCountries: countries })
  const terms = { provider: 'banxa', termsUrl: 'https://terms.example.com' }
  await call('providers.create', { body: terms })
  const bitcoin = { chain: 'BTC', walletName: 'bitcoin', walletProvider: 'browserExtension' }
  const ordinals = { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', type: 'ordinals' }
  const wallet = { ...bitcoin, publicWalletAddress: ordinals.address, additionalWalletAddresses: [ordinals] }
  const email = { email: 'satoshi@example.com', emailVerifiedAt: '2026-01-15T09:30:00.000Z' }
  const created = (await call('users.create', { body: { ...email, wallets: [wallet] } })) as { user: { id: string } }
  const visitor = { address: ordinals.address, chain: 'BTC', provider: 'browserExtension', walletName: 'bitcoin' }
  await call('visits.create', { body: visitor })
  await mock.create.provider({ provider: 'dynamic' })
  const embedded = { identifier: 'satoshi@example.com', type: 'email', chains: ['EVM'] }
  await call('embeddedWallets.create', { body: embedded })
  await mock.signIn(created.user.id)
  const shown = await call('users.get', { params: { userId: created.user.id } })
  collect(
    document.paths[operationTable['users.get'].path]?.get?.responses['200']?.content?.['application/json']
      ?.schema as Schema,
    shown,
  )
}

/** Sends an operation to a fork of the world, with the body of its example. */
async function send(id: OperationId, row: OperationRow): Promise<{ readonly status: number; readonly body: unknown }> {
  const mock = world.mock.fork()
  const params = world.paramsOf(id)
  const url = mock.baseUrl + row.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
  const token = world.rightful(id)
  const { body: example, type } = bodyExample(row)
  // The world has the person of the examples already.
  const body = example?.replaceAll(/\bada\b/gi, 'nova')
  const response = await mock.fetch(url + (queryExamples[id] ?? ''), {
    method: row.method,
    redirect: 'manual',
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...(type && { 'content-type': type }) },
    ...defined({ body }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  return { status: response.status, body: isJson ? JSON.parse(text) : text }
}

/** Notes every record inside of a value by the name of its schema. */
function collect(node: Schema, value: unknown): void {
  if (value === undefined || value === null) return
  const { schema, names } = resolve(node)
  for (const name of names) (records[name] ??= []).push(value)
  if (schema.items && Array.isArray(value)) for (const item of value) collect(schema.items, item)
  for (const [name, inner] of Object.entries(schema.properties ?? {})) collect(inner, Reflect.get(value, name))
}

/** Fields that no reply shows; see spec/decisions/15-privacy.md. */
const writeOnly: ReadonlySet<string> = new Set(['Provider.clientSecret'])

const fields = fieldClaims

describe('a record', () => {
  it.each(fields)('has $claim', ({ record, field, kind, claim }) => {
    expectKind(document.components.schemas[record]?.properties?.[field], kind, claim)
    // The tests of all operations together see each field with a value, but for those that are listed.
    expect(Object.hasOwn(unreachedFields, claim), `${claim} is seen in a reply`).toBe(writeOnly.has(claim))
    for (const value of records[record] ?? [])
      expect(isOfKind(Reflect.get(value as object, field), kind), `a ${claim} is ${kind}`).toBe(true)
  })

  it('is seen in replies, each of them', () => {
    const isInReplies = (name: string) => (records[name] ?? []).length > 0
    expect([...new Set(fields.map(({ record }) => record))].filter((name) => !isInReplies(name))).toEqual([
      // Bodies of requests, and what a full world has not in lists.
      ...unseen,
    ])
  })
})

const rows = Object.entries(operationTable) as [OperationId, OperationRow][]

/**
 * Whether an operation of the group succeeds in the full world. Those of external tokens, messengers and vendors need
 * more; `named.md` names their tests.
 */
async function answers(tag: string): Promise<boolean> {
  for (const [id, row] of rows.filter(([id]) => id.startsWith(`${tag}.`)))
    if (row.success.includes((await send(id, row)).status)) return true
  return false
}

/** Everything that the interface calls deprecated among its operations. */
const deprecated: readonly OperationId[] = [
  'externalAuth.verify',
  'users.deleteLegacy',
  'users.getLegacy',
  'users.revokeSessionsLegacy',
  'users.updateLegacy',
  'vendorWallets.getDeleteRequestLegacy',
  'wallets.createLegacy',
  'wallets.deleteLegacy',
  'wallets.getLegacy',
  'wallets.listByUserLegacy',
]

/** Records that no reading operation shows in the full world. The tests of their operations show them. */
const unseen: readonly string[] = [
  'NameServiceData',
  'ProviderCreateRequestMultichainAccountAbstractionProviders',
  'InternalBulkUpdateUserFields',
  'OauthRequest',
  'CustomHostnameCreateRequest',
  'PostAllowlistEntriesRequest',
  'AddDeeplinkUrlRequest',
  'InviteUpdateRequest',
  'CreateWalletRequest',
  'CreateUserOauthRequest',
]

const calls = rowsOf('operations').map(({ cells: [id = '', method = '', path = '', status, reply] }) => ({
  id: id as OperationId,
  method,
  path,
  status: status === undefined ? undefined : Number(status),
  reply,
}))

/** Operations whose example is of another moment than that of the world. Their own tests show their replies. */
const ceremonies: ReadonlySet<OperationId> = new Set<OperationId>(['oauth.verify', 'exports.download'])

describe('the mock', () => {
  it.each(calls)('serves $id', async ({ id, method, path, status, reply }) => {
    const row: OperationRow = operationTable[id]
    expect([row.method, row.path]).toEqual([method, path])
    if (status !== undefined) expect(row.success).toContain(status)
    if (reply !== undefined) {
      const content = document.paths[path]?.[method.toLowerCase()]?.responses[String(status)]?.content
      expectReply(content?.['application/json']?.schema as Schema, reply, id)
    }
    if (ceremonies.has(id)) return
    const { status: actual, body } = await send(id, row)
    expect(row.success, JSON.stringify(body)).toContain(actual)
    for (const name of namesIn(reply)) expect(body).toHaveProperty(name)
  })

  it('serves every group of operations that is named', async () => {
    const silent: string[] = []
    for (const tag of [
      ['nameServices', 'wallets', 'users', 'allowlists', 'webhooks', 'webhookMessages', 'members', 'mfaSettings'],
      ['invites', 'origins', 'memberTokens', 'testAccount', 'globalWallets', 'customHostnames', 'exports'],
      ['environments', 'organizations', 'sessions', 'sdkViews', 'deeplinkUrls', 'exchangeRates', 'simulation', 'waas'],
      [
        'health',
        'emailSignIn',
        'smsSignIn',
        'nonces',
        'profile',
        'passkeys',
        'mfaDevices',
        'mfa',
        'networks',
        'onramps',
      ],
      ['jwks', 'balances', 'oauth', 'walletSignIn', 'sdkSettings', 'visits'],
    ].flat())
      if (!(await answers(tag))) silent.push(tag)
    expect(silent).toEqual([])
  })

  it('has 40 providers', () => {
    const providers = document.components.schemas.ProviderEnum?.enum ?? []
    expect(new Set(providers).size).toBe(40)
    expect(providers).toEqual(expect.arrayContaining(['emailOnly', 'magicLink', 'sms', 'passkey']))
  })

  it('has ids of 36 characters in every path', () => {
    const names = ['environmentId', 'gateId', 'walletId', 'allowlistId', 'inviteId', 'originId', 'userId', 'webhookId']
    names.push('exportId', 'organizationId', 'networkId', 'projectId', 'providerId')
    for (const name of names) {
      const parameter = Object.values(document.components.parameters).find(
        (each) => each.in === 'path' && each.name === name,
      )
      expectKind(parameter?.schema, 'id', name)
    }
  })

  it.each([{ offset: -1 }, { limit: 0 }, { limit: 101 }])(
    'refuses an offset below 0 and a limit beyond 1 to 100',
    async (query) => {
      expect(await host.refuse('visits.listVisitors', { query })).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
      for (const limit of [1, 100])
        expect((await host.call('visits.listVisitors', { query: { limit, offset: 0 } })).status).toBe(200)
    },
  )

  it.each([
    'alias',
    'firstName',
    'lastName',
    'jobTitle',
    'phoneNumber',
    'tShirtSize',
    'team',
    'country',
    'username',
    'email',
  ])('refuses a text of a user with more than 255 characters: %s', async (name) => {
    const refusal = await host.refuse('users.create', { body: { [name]: 'a'.repeat(256) } })
    expect(refusal).toMatchObject({ status: 400, body: { error: `${name} must have at most 255 characters.` } })
  })

  it('has the version in every path', () => {
    expect(Object.keys(document.paths).filter((path) => !path.startsWith('/api/v0/'))).toEqual([])
  })

  it('marks what is deprecated', () => {
    const marked = rows.filter(([, row]) => 'deprecated' in row).map(([id]) => id)
    expect(marked.toSorted()).toEqual(deprecated)
    expect(document.components.schemas.Provider?.properties?.defaultChainId).toMatchObject({ deprecated: true })
    expect(document.components.schemas.ProviderEnum?.description).toMatch(/`turnkey`[^.]*deprecated/)
  })

  it.each(deprecated.map((id) => ({ id })))('still answers $id, which is deprecated', async ({ id }) => {
    const { status, body } = await send(id, operationTable[id])
    // One is retired, and the full world has no wallet at the vendor.
    const expected = { 'externalAuth.verify': [410], 'vendorWallets.getDeleteRequestLegacy': [404] }
    expect(
      Object.hasOwn(expected, id) ? Reflect.get(expected, id) : operationTable[id].success,
      JSON.stringify(body),
    ).toContain(status)
  })
})

/** `Gate`, `list of Gate`, or fields as `count: integer, visitors: list of Visitor`. */
function expectReply(schema: Schema, reply: string, claim: string): void {
  if (!reply.includes(': ')) return expectKind(schema, reply, claim)
  for (const part of reply.split(', ')) {
    const [name = '', kind = ''] = part.split(': ')
    expectKind(resolve(schema).schema.properties?.[name], kind, `${claim} ${name}`)
  }
}

/** The fields that a reply always has: lists and records. */
const namesIn = (reply = ''): string[] =>
  reply.split(', ').flatMap((part) => (/^\w+: (?:list of )?[A-Z]/.test(part) ? [part.split(':')[0] as string] : []))
