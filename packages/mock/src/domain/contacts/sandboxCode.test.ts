import { expect, it } from 'vitest'
import { createMock } from '../../mock/createMock.ts'

const code = '424242'

function setUp() {
  const mock = createMock({ code })
  const post = async (environmentId: string, path: string, body: object) => {
    const url = `${mock.baseUrl}/api/v0/sdk/${environmentId}/${path}`
    const headers = { 'content-type': 'application/json' }
    return mock.fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  const request = async (environmentId: string, email: string) => {
    const response = await post(environmentId, 'emailVerifications/create', { email })
    return ((await response.json()) as { verificationUUID: string }).verificationUUID
  }
  const signIn = async (environmentId: string, verificationUUID: string, verificationToken: string) =>
    (await post(environmentId, 'emailVerifications/signin', { verificationUUID, verificationToken })).status
  return { mock, request, signIn }
}

it('the sandbox code signs anybody in to a sandbox, and no other code does', async () => {
  const { mock, request, signIn } = setUp()
  const { id } = mock.defaults.environments.sandbox
  for (const email of ['ada@example.com', 'bob@example.com']) {
    const verification = await request(id, email)
    expect(await signIn(id, verification, '424243')).toBe(422)
    expect(await signIn(id, verification, code)).toBe(200)
    expect(mock.outbox.email.last(email)?.code).toBe(code)
  }
})

it('the sandbox code leaves random codes in live environments', async () => {
  const { mock, request, signIn } = setUp()
  const { id } = mock.defaults.environments.live
  await mock.create.provider({ provider: 'emailOnly' }, { environmentId: id })
  const verification = await request(id, 'ada@example.com')
  expect(mock.outbox.email.last('ada@example.com')?.code).not.toBe(code)
  expect(await signIn(id, verification, code)).toBe(422)
})

it('the sandbox code is that of text messages, too', async () => {
  const { mock } = setUp()
  await mock.create.provider({ provider: 'sms' })
  const url = `${mock.baseUrl}/api/v0/sdk/${mock.defaults.environments.sandbox.id}/smsVerifications/create`
  const body = JSON.stringify({ phoneCountryCode: '1', phoneNumber: '2025550123', isoCountryCode: 'US' })
  await mock.fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  expect(mock.outbox.sms.last('+12025550123')?.code).toBe(code)
})
