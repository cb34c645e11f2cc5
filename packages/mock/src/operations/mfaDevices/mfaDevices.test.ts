import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { enableMfa, registerApp } from '../../../test/people/secondFactor.ts'

const host = createHost()
let userId = ''
let token = ''

beforeEach(async () => {
  await enableMfa(host)
  userId = (await host.mock.create.user({ email: 'ada@example.com' })).id
  token = (await host.mock.signIn(userId)).token
})

const unknownId = '00000000-0000-7000-8000-00000000dead'
const unauthorized = { status: 401, code: 'unauthorized' }
const invalidRequest = { status: 422, code: 'mfa_invalid_request' }
const notFound = { status: 404, code: 'not_found' }

const register = (session = token) => registerApp(host, session)

/** A session of the user with the second factor proved, and a token for further actions. */
async function proved(secret: string) {
  await host.mock.clock.advance({ seconds: 60 })
  const { token: open } = await host.mock.signIn(userId)
  const body = { code: host.mock.totpCode(secret), createMfaToken: { singleUse: false } }
  const { body: reply } = await host.call('mfa.authenticateTotp', { token: open, body })
  return { token: reply.jwt ?? '', headers: { 'x-mfa-auth-token': reply.mfaToken ?? '' } }
}

const devices = async (session: string) => (await host.call('mfaDevices.list', { token: session })).body.devices
const shownToServers = async () => (await host.call('users.get', { params: { userId } })).body.user

describe('mfaDevices.list and mfaDevices.get', () => {
  it("show only the user's own devices, and never a secret", async () => {
    const { id, secret } = await register()
    const other = await host.mock.create.user({ email: 'grace@example.com' })
    const foreign = await host.mock.create.totp(other.id)
    const { body } = await host.call('mfaDevices.list', { token })
    expect(body).toMatchObject({ count: 1, devices: [{ id }] })
    expect(JSON.stringify(body)).not.toContain(secret)
    for (const mfaDeviceId of [foreign.deviceId, unknownId])
      expect(await host.refuse('mfaDevices.get', { token, params: { mfaDeviceId } })).toMatchObject(notFound)
    expect(await host.refuse('mfaDevices.get', { token, params: { mfaDeviceId: 'no-uuid' } })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })

  it('are refused without a session, and show nothing to a user of another environment', async () => {
    const { id } = await register()
    const { live } = host.mock.defaults.environments
    const foreign = await host.mock.signIn(
      await host.mock.create.user({ email: 'ada@example.com' }, { environmentId: live.id }),
    )
    const params = { mfaDeviceId: id }
    for (const bad of [null, foreign.token]) {
      expect(await host.refuse('mfaDevices.list', { token: bad })).toMatchObject(unauthorized)
      expect(await host.refuse('mfaDevices.get', { token: bad, params })).toMatchObject(unauthorized)
    }
    expect(
      await host.refuse('mfaDevices.get', { token: foreign.token, params: { ...params, environmentId: live.id } }),
    ).toMatchObject(notFound)
  })
})

describe('mfaDevices.update', () => {
  it('makes one device the default, and the former one no longer', async () => {
    const first = await register()
    const second = await register()
    expect(
      (await host.call('mfaDevices.update', { token, params: { mfaDeviceId: second.id }, body: { default: true } }))
        .status,
    ).toBe(204)
    expect((await devices(token)).map(({ id, default: isDefault }) => [id, isDefault])).toEqual([
      [first.id, false],
      [second.id, true],
    ])
  })

  it('changes nothing if the device is already the default', async () => {
    const first = await register()
    const second = await register()
    await host.call('mfaDevices.update', { token, params: { mfaDeviceId: first.id }, body: { default: true } })
    await host.call('mfaDevices.update', { token, params: { mfaDeviceId: second.id }, body: { default: false } })
    expect((await devices(token)).map(({ default: isDefault }) => isDefault)).toEqual([true, false])
  })

  it('refuses to leave no default, and to make a pending device the default', async () => {
    const { id } = await register()
    expect(
      await host.refuse('mfaDevices.update', { token, params: { mfaDeviceId: id }, body: { default: false } }),
    ).toMatchObject(invalidRequest)
    const { body: pending } = await host.call('mfaDevices.createTotp', { token })
    expect(
      await host.refuse('mfaDevices.update', { token, params: { mfaDeviceId: pending.id }, body: { default: true } }),
    ).toMatchObject(invalidRequest)
    expect((await devices(token)).map(({ default: isDefault }) => isDefault)).toEqual([true, false])
  })

  it("refuses another user's device, an unknown one, a call without a session, and a malformed body", async () => {
    const { id } = await register()
    const other = await host.mock.create.user({ email: 'grace@example.com' })
    const foreign = await host.mock.create.totp(other.id)
    for (const mfaDeviceId of [foreign.deviceId, unknownId]) {
      expect(
        await host.refuse('mfaDevices.update', { token, params: { mfaDeviceId }, body: { default: true } }),
      ).toMatchObject(notFound)
    }
    const params = { mfaDeviceId: id }
    expect(await host.refuse('mfaDevices.update', { token: null, params, body: { default: true } })).toMatchObject(
      unauthorized,
    )
    for (const body of [{}, { default: 'yes' }, { default: true, alias: 'Phone' }])
      expect((await host.refuse('mfaDevices.update', { token, params, body })).status).toBe(400)
    expect(
      (await host.refuse('mfaDevices.update', { token, params, body: '{}', headers: { 'content-type': 'text/plain' } }))
        .status,
    ).toBe(415)
  })
})

describe('mfaDevices.delete', () => {
  it('deletes a device, whose codes stop working', async () => {
    const first = await register()
    const second = await register()
    const { token: session, headers } = await proved(first.secret)
    expect(
      (await host.call('mfaDevices.delete', { token: session, params: { mfaDeviceId: second.id }, headers })).status,
    ).toBe(204)
    expect((await devices(session)).map(({ id }) => id)).toEqual([first.id])
    expect(await host.refuse('mfaDevices.get', { token: session, params: { mfaDeviceId: second.id } })).toMatchObject(
      notFound,
    )
    expect((await shownToServers())?.mfaDevices).toHaveLength(1)
    const { token: open } = await host.mock.signIn(userId)
    expect(
      await host.refuse('mfa.authenticateTotp', { token: open, body: { code: host.mock.totpCode(second.secret) } }),
    ).toMatchObject({ status: 422, code: 'mfa_invalid_code' })
    expect((await host.call('mfa.listRecoveryCodes', { token: session })).body.count).toBe(10)
  })

  it('refuses to delete the default device until another one is the default', async () => {
    const first = await register()
    const second = await register()
    const { token: session, headers } = await proved(first.secret)
    const params = { mfaDeviceId: first.id }
    expect(await host.refuse('mfaDevices.delete', { token: session, params, headers })).toMatchObject({
      status: 400,
      code: 'bad_request',
    })
    await host.call('mfaDevices.update', {
      token: session,
      params: { mfaDeviceId: second.id },
      body: { default: true },
    })
    expect((await host.call('mfaDevices.delete', { token: session, params, headers })).status).toBe(204)
    expect(await devices(session)).toMatchObject([{ id: second.id, default: true }])
  })

  it('deletes the last device with the recovery codes, and then no second factor is required', async () => {
    const { id, secret } = await register()
    const { token: session, headers } = await proved(secret)
    const [code = ''] = (await host.call('mfa.listRecoveryCodes', { token: session })).body.recoveryCodes
    await host.call('mfaDevices.delete', { token: session, params: { mfaDeviceId: id }, headers })
    expect((await host.call('mfa.listRecoveryCodes', { token: session })).body).toEqual({ count: 0, recoveryCodes: [] })
    expect((await shownToServers())?.mfaBackupCodeAcknowledgement ?? null).toBeNull()
    const { token: next, user } = await host.mock.signIn(userId)
    expect(user.scope).toBe('user:basic')
    expect(await host.refuse('mfa.authenticateRecoveryCode', { token: next, body: { code } })).toMatchObject(
      invalidRequest,
    )
  })

  it('refuses to delete the last device if a second factor is required, but deletes a pending one', async () => {
    await enableMfa(host, { required: true })
    const { id, secret } = await register()
    const { token: session, headers } = await proved(secret)
    expect(
      await host.refuse('mfaDevices.delete', { token: session, params: { mfaDeviceId: id }, headers }),
    ).toMatchObject({ status: 400, code: 'bad_request' })
    const { body: pending } = await host.call('mfaDevices.createTotp', { token: session })
    expect(
      (await host.call('mfaDevices.delete', { token: session, params: { mfaDeviceId: pending.id }, headers })).status,
    ).toBe(204)
    expect(await devices(session)).toMatchObject([{ id, default: true }])
    expect((await host.call('mfa.listRecoveryCodes', { token: session })).body.count).toBe(10)
  })

  it('requires the proof in its header: a missing one is a bad request, a wrong one unauthorized', async () => {
    const { id, secret } = await register()
    const { token: session, headers } = await proved(secret)
    const params = { mfaDeviceId: id }
    expect(await host.refuse('mfaDevices.delete', { token: session, params })).toMatchObject({
      status: 400,
      code: 'bad_request',
    })
    expect(
      await host.refuse('mfaDevices.delete', { token: session, params, headers: { 'x-mfa-auth-token': 'unknown' } }),
    ).toMatchObject(unauthorized)
    expect(await host.refuse('mfaDevices.delete', { token: null, params, headers })).toMatchObject(unauthorized)
    expect(await devices(session)).toHaveLength(1)
  })

  it("does not find another user's device, or an unknown one", async () => {
    const { secret } = await register()
    const { token: session, headers } = await proved(secret)
    const other = await host.mock.create.user({ email: 'grace@example.com' })
    const foreign = await host.mock.create.totp(other.id)
    for (const mfaDeviceId of [foreign.deviceId, unknownId]) {
      expect(
        await host.refuse('mfaDevices.delete', { token: session, params: { mfaDeviceId }, headers }),
      ).toMatchObject(notFound)
    }
    expect((await host.call('users.get', { params: { userId: other.id } })).body.user?.mfaDevices).toHaveLength(1)
  })
})

describe('a deleted user', () => {
  it('is deleted with the second factors, which the event still shows', async () => {
    const { secret } = await register()
    const { token: session } = await proved(secret)
    await host.refuse('mfa.authenticateTotp', { token: session, body: { code: '' } })
    const tablesBefore = host.mock.export().tables
    for (const name of ['mfaDevices', 'recoveryCodes', 'mfaTokens', 'mfaAttempts'])
      expect(tablesBefore[name], name).not.toEqual([])
    await host.call('users.delete', { params: { userId } })
    const { tables } = host.mock.export()
    for (const name of ['mfaDevices', 'recoveryCodes', 'mfaTokens', 'mfaAttempts'])
      expect(tables[name], name).toEqual([])
    const event = (await host.call('events.list')).body.find(({ eventName }) => eventName === 'user.deleted')
    expect(event?.data).toMatchObject({ mfaDevices: [{ type: 'totp', verified: true, default: true }] })
  })
})
