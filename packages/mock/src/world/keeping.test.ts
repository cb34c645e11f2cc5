import { StateNotKept } from '@latchkey/store/persistence'
import { createFailingDatabase, type FailingDatabase } from '@latchkey/store/test/failingDatabase'
import { type OperationId, operationTable } from '@latchkey/types'
import { beforeEach, describe, expect, it } from 'vitest'
import { callsOf, mockOptions } from '../../test/hosts/harness.ts'
import { createFullWorld, type FullWorld, fullWorldOptions } from '../../test/people/fullWorld.ts'
import { createMock, type Mock, type MockOptions } from '../mock/createMock.ts'

const options = { ...mockOptions, ...fullWorldOptions, onError: () => undefined } satisfies MockOptions
const hostOf = (mock: Mock) => callsOf({ name: 'fetch', mock, fetch: mock.fetch })
const textOf = (mock: Mock) => JSON.stringify(mock.export())
const notKept = 'The state cannot be written, so nothing has changed.'

let database: FailingDatabase
let mock: Mock
beforeEach(() => {
  database = createFailingDatabase()
  mock = createMock({ ...options, persistence: database.persistence })
})
const load = () => createMock({ ...options, persistence: database.persistence })

describe('a state that is loaded again', () => {
  it('is the same text, in every table that a full world has', async () => {
    await createFullWorld(mock)
    await mock.clock.settle()
    const before = textOf(mock)
    expect(textOf(load())).toBe(before)
    expect(Object.values(mock.export().tables).filter((records) => (records as []).length > 0).length).toBeGreaterThan(
      40,
    )
  })

  it('is the same text after a refused request, which has drawn random values', async () => {
    await mock.create.provider({ provider: 'dynamic' })
    await hostOf(mock).refuse('users.create', {
      body: { email: 'ada@example.com', metadata: { note: 'x'.repeat(9_000) } },
    })
    await hostOf(mock).call('users.create', { body: { email: 'ada@example.com' } })
    await hostOf(mock).refuse('users.create', { body: { email: 'ada@example.com' } })
    expect(textOf(load())).toBe(textOf(mock))
  })

  it('is the same text after values were drawn only for a test, and kept by the end of the mock', async () => {
    mock.wallets.evm()
    const before = textOf(mock)
    mock.close()
    expect(textOf(load())).toBe(before)
  })

  it("is the same text with the platform's randomness", async () => {
    const persistence = createFailingDatabase().persistence
    const { seed: _, ...rest } = options
    const first = createMock({ ...rest, randomness: 'platform', persistence })
    await first.create.user({ email: 'ada@example.com' })
    expect(textOf(createMock({ ...rest, randomness: 'platform', persistence }))).toBe(textOf(first))
  })

  it('gives a token that no record shows another id than before', async () => {
    const { id } = mock.defaults.environments.sandbox
    await mock.create.provider({ provider: 'dynamic' })
    const jtiOf = async (each: Mock) => {
      const reply = await hostOf(each).call('waasWallets.authenticate', { params: { environmentId: id } })
      const jwt = (reply.body as { encodedJwts: { jwt: string } }).encodedJwts.jwt
      return JSON.parse(atob(jwt.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '')).jti as string
    }
    const jtis = [await jtiOf(mock), await jtiOf(load()), await jtiOf(load())]
    expect(new Set(jtis).size).toBe(3)
  })
})

describe('a state that cannot be written', () => {
  /** They create a challenge, a secret or a nonce. */
  const creating = [
    'mfaDevices.createPasskey',
    'mfaDevices.createTotp',
    'nonces.create',
    'passkeys.getAuthenticationOptions',
  ]
  const reads = (Object.keys(operationTable) as OperationId[]).filter((id) => operationTable[id].method === 'GET')
  let world: FullWorld

  it('is read by every GET that creates nothing', async () => {
    world = await createFullWorld(mock)
    const statusOf = async (each: Mock, id: OperationId) => {
      // A job and a write, which draw random values. On a full disk both fail.
      const written = await Promise.allSettled([each.clock.advance({ seconds: 3 }), each.create.user()])
      expect(new Set(written.map(({ status }) => status)).size).toBe(1)
      const { path } = operationTable[id]
      const params = world.paramsOf(id)
      const url = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
      const credential = world.rightful(id)
      const headers = credential === undefined ? undefined : { authorization: `Bearer ${credential}` }
      return (await each.fetch(each.baseUrl + url, { headers: headers ?? {}, redirect: 'manual' })).status
    }
    await mock.clock.advance({ seconds: 3 })
    await hostOf(mock).call('exports.create', { body: { model: 'users', format: 'csv' } })
    const state = database.load()
    const refused: string[] = []
    for (const id of reads) {
      const [good, full] = [createFailingDatabase(state), createFailingDatabase(state)]
      const before = await statusOf(createMock({ ...options, persistence: good.persistence }), id)
      full.fail(Number.POSITIVE_INFINITY)
      const after = await statusOf(createMock({ ...options, persistence: full.persistence }), id)
      if (after !== before) refused.push(id)
    }
    expect(reads.length).toBeGreaterThan(100)
    expect(refused).toEqual(creating)
  })

  it('refuses a call that writes, undoes it, and takes it when there is room again', async () => {
    const { call, refuse } = hostOf(mock)
    const before = textOf(mock)
    database.fail(1)
    const body = { email: 'ada@example.com' }
    expect(await refuse('users.create', { body })).toMatchObject({
      status: 500,
      code: 'internal_server_error',
      body: { error: expect.stringContaining(notKept) },
    })
    expect(JSON.parse(textOf(mock)).tables).toEqual(JSON.parse(before).tables)
    await call('users.create', { body })
  })

  it('does not answer a wrong code as one, since it cannot count it', async () => {
    await mock.create.provider({ provider: 'emailOnly' })
    const { call, refuse } = hostOf(mock)
    const { body } = await call('emailSignIn.create', { body: { email: 'ada@example.com' } })
    const { verificationUUID } = body as { verificationUUID: string }
    const attempt = { body: { verificationUUID, verificationToken: '000000' } }
    const usual = await refuse('emailSignIn.signIn', attempt)
    expect(usual.status).toBeLessThan(500)
    database.fail(Number.POSITIVE_INFINITY)
    expect(await refuse('emailSignIn.signIn', attempt)).toMatchObject({ status: 500 })
  })

  it.each<[name: string, replace: (each: Mock, other: unknown) => unknown]>([
    ['import', (each, other) => each.import(other)],
    ['reset', (each) => each.reset()],
    ['restore', (each) => each.restore(each.snapshot())],
    ['load', (each) => each.load({ people: [{ email: 'grace@example.com' }] })],
  ])('keeps the present state when another one takes its place by %s', async (_, replace) => {
    await mock.create.user({ email: 'ada@example.com' })
    await mock.clock.advance(1_000)
    const other = createMock({ ...options, seed: 'other' }).export()
    const before = textOf(mock)
    database.fail(1, 3)
    await expect((async () => replace(mock, other))()).rejects.toThrow(StateNotKept)
    expect(database.failures).toBe(1)
    expect(textOf(mock)).toBe(before)
    expect(textOf(load())).toBe(before)
  })

  it('answers JSON-RPC with an error that says so', async () => {
    database.fail(Number.POSITIVE_INFINITY)
    const ask = async (method: string, params: unknown[]) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const url = `${mock.baseUrl}/__mock/chains/evm/84532`
      return (await mock.fetch(url, { method: 'POST', body })).json()
    }
    expect(await ask('eth_blockNumber', [])).toMatchObject({ result: expect.stringMatching(/^0x/) })
    const { error } = await ask('eth_newBlockFilter', [])
    expect(error).toMatchObject({ code: -32603, message: expect.stringContaining(notKept) })
  })
})

describe('a mock that cannot be kept at all', () => {
  it('is not created', () => {
    const full = createFailingDatabase()
    full.fail(1)
    expect(() => createMock({ ...options, persistence: full.persistence })).toThrow(/^The state cannot be written: /)
  })
})
