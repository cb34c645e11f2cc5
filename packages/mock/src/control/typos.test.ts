import type { OperationId } from '@latchkey/types'
import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import type { Fault } from '../http/fault.ts'
import { createMock } from '../mock/createMock.ts'

const host = createHost()
const listUsers = () => host.send('users.list')

describe('a typo in a call of the control object', () => {
  it.each([
    [{ eth: '1' }, 'there is no kind of funds "eth". Did you mean "ether"?'],
    [{ amount: '1' }, 'write { ether }, { sol }, or { token, amount }.'],
    ['1', 'it takes an object with ether, sol, token, amount, not a text.'],
  ])('is refused by chain.fund(), and funds nobody: %j', async (funds, reason) => {
    const address = '0x00000000000000000000000000000000000B0b01'
    const refusal = new TypeError(`Failed to call "chain.fund()": ${reason}`)
    await expect(host.mock.chain.fund(address, funds as never)).rejects.toThrow(refusal)
    expect(host.mock.chain.balance(address)).toBe('0')
  })

  it.each<[string, () => unknown, string]>([
    [
      'faults.set()',
      () => host.mock.faults.set('user.list' as OperationId, { status: 503 }),
      'there is no operation "user.list". Did you mean "users.list"?',
    ],
    [
      'faults.set()',
      () => host.mock.faults.set('users.list', { statuss: 503 } as Fault),
      'there is no fault "statuss". Did you mean "status"?',
    ],
    [
      'faults.clear()',
      () => host.mock.faults.clear('users.lists' as OperationId),
      'there is no operation "users.lists". Did you mean "users.list"?',
    ],
    [
      'journal.list()',
      () => host.mock.journal.list('users.lst' as OperationId),
      'there is no operation "users.lst". Did you mean "users.list"?',
    ],
    [
      'override()',
      () => host.mock.override('users.crate' as OperationId, () => ({ status: 503 })),
      'there is no operation "users.crate". Did you mean "users.create"?',
    ],
    [
      'override()',
      () => host.mock.override('somethingElse' as OperationId, () => ({ status: 503 })),
      'there is no operation "somethingElse".',
    ],
    [
      'clock.advance()',
      () => host.mock.clock.advance({ minute: 5 } as object),
      'there is no unit "minute". Did you mean "minutes"?',
    ],
    [
      'faults.set()',
      () => host.mock.faults.set('users.list', { statusCode: 503 } as Fault),
      'there is no fault "statusCode". Did you mean "status"?',
    ],
    [
      'faults.set()',
      () => host.mock.faults.set('users.list', 503 as never),
      'it takes an object with status, code, body, contentType, retryAfterSeconds, delayMs, networkError, loseReply, truncate, stall, after, not a number.',
    ],
    [
      'clock.advance()',
      () => host.mock.clock.advance('60d' as never),
      'it takes an object with days, hours, minutes, seconds, milliseconds, not a text.',
    ],
    [
      'createMock()',
      () => createMock({ providers: ['email'] } as never),
      'there is no provider "email". Did you mean "emailOnly"?',
    ],
  ])('is refused by %s, with a suggestion', async (call, run, reason) => {
    const before = host.mock.clock.iso()
    expect(run).toThrow(new TypeError(`Failed to call "${call}": ${reason}`))
    expect([host.mock.clock.iso(), (await listUsers()).status]).toEqual([before, 200])
  })

  it('is refused by settings.patch(), at any depth', async () => {
    const before = host.mock.settings.get()
    await expect(host.mock.settings.patch({ secruity: {} } as object)).rejects.toThrow(
      'Failed to call "settings.patch()": secruity must be left out, since there is no such field (did you mean "security"?).',
    )
    await expect(host.mock.settings.patch({ security: { jwtDuraton: {} } } as object)).rejects.toThrow(
      'security.jwtDuraton must be left out, since there is no such field (did you mean "jwtDuration"?).',
    )
    expect(host.mock.settings.get()).toEqual(before)
  })
})

describe('mock.idp', () => {
  it('has each OAuth provider, and refuses typos and providers of another kind', () => {
    // @ts-expect-error -- there is no such provider
    expect(() => host.mock.idp.gogle).toThrow(
      new TypeError('Failed to use "gogle": this is not an OAuth provider. Did you mean "google"?'),
    )
    // @ts-expect-error -- codes by e-mail are not OAuth
    expect(() => host.mock.idp.emailOnly).toThrow(
      new TypeError('Failed to use "emailOnly": this is not an OAuth provider.'),
    )
    expect(host.mock.idp.google.users()).toEqual([])
  })

  it('can be awaited and printed', async () => {
    expect(await host.mock.idp).toBe(host.mock.idp)
    expect(Object.keys(JSON.parse(JSON.stringify(host.mock.idp)))).toContain('google')
  })
})

describe('a bad override', () => {
  const attempt = async (override: () => unknown, strict = true) => {
    const faults: unknown[] = []
    const mock = createMock({ strict, onError: (cause) => faults.push(cause) })
    mock.override('users.list', override as () => { status: 503 })
    const { id, token } = mock.defaults.environments.sandbox
    const response = await mock.fetch(`${mock.baseUrl}/api/v0/environments/${id}/users`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return { status: response.status, body: await response.json(), faults }
  }
  const failure = (error: unknown) => ({ status: 500, body: { error, code: 'internal_server_error' } })

  it('is answered with what breaks the schema', async () => {
    const { faults, ...reply } = await attempt(() => ({ status: 200, body: { cuont: 1, users: [] } }))
    expect(reply).toEqual(
      failure(
        expect.stringMatching(
          /^The override of users\.list answered 200 with a body that breaks its schema: .*cuont must be left out, since there is no such field/,
        ),
      ),
    )
    expect(faults).toHaveLength(1)
  })

  it('is answered with 500 for a status that the document does not name', async () => {
    expect(await attempt(() => ({ status: 201, body: {} }))).toMatchObject(
      failure('The override of users.list answered 201, which the document does not list.'),
    )
  })

  it.each([() => undefined, () => ({}), () => ({ status: '200' }), () => ({ status: 99 }), () => 200])(
    'is answered with 500 when it returns no reply: %s',
    async (override) => {
      const { faults, ...reply } = await attempt(override, false)
      expect(reply).toEqual(
        failure('The override of users.list returned no reply: return an object with a status from 200 to 599.'),
      )
      expect(faults).toEqual([])
    },
  )

  it('is answered with the error that it threw, which onError also receives', async () => {
    const error = new Error('not today')
    const { faults, ...reply } = await attempt(() => {
      throw error
    })
    expect(reply).toEqual(failure('The override of users.list threw: Error: not today'))
    expect(faults).toEqual([error])
  })

  it('is not blamed for a failure of the operation itself', async () => {
    host.mock.override('users.create', async (_, next) => next())
    await host.mock.create.user({ email: 'ada@example.com' })
    expect(await host.refuse('users.create', { body: { email: 'ada@example.com' } })).toMatchObject({
      status: 422,
      code: 'email_already_exists',
    })
  })

  it('does not compile', () => {
    const { mock } = host
    // @ts-expect-error -- `count` is a number
    mock.override('users.list', () => ({ status: 200, body: { count: '1', users: [] } }))
    // @ts-expect-error -- users.list answers no 201
    mock.override('users.list', () => ({ status: 201, body: {} }))
    // @ts-expect-error -- a documented refusal has the documented body
    mock.override('users.list', () => ({ status: 403, body: { message: 'no' } }))
    mock.override('users.list', () => ({ status: 403, body: { error: 'No.', code: 'forbidden' } }))
    mock.override('users.list', () => ({ status: 418, body: 'any' }))
    mock.override('users.list', () => ({ status: 200, body: { count: 0, users: [] } }))
    mock.reset()
  })
})
