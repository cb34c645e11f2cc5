import { createMock } from '@latchkey/mock'
import { beforeEach, expect, it } from 'vitest'
import { createSignIn } from './signIn.ts'

const mock = createMock({ seed: 'getting started', now: '2026-01-15T09:30:00Z' })
const { baseUrl, fetch } = mock
const environmentId = mock.defaults.environments.sandbox.id

beforeEach(() => mock.reset())

it('signs a person in with the code from the e-mail', async () => {
  const { session, askForCode, enterCode } = createSignIn({ baseUrl, environmentId, fetch })
  await askForCode('ada@example.com')
  await enterCode(mock.outbox.email.last('ada@example.com')?.code ?? '')
  expect(session.state).toBe('signedIn')
  expect(session.user?.email).toBe('ada@example.com')
})

it('refuses a wrong code', async () => {
  const { session, askForCode, enterCode } = createSignIn({ baseUrl, environmentId, fetch })
  await askForCode('ada@example.com')
  await expect(enterCode('000000')).rejects.toMatchObject({ status: 422, code: 'wrong_email_verification_token' })
  expect(session.state).toBe('signedOut')
})

it('refuses the code an hour later', async () => {
  const { session, askForCode, enterCode } = createSignIn({ baseUrl, environmentId, fetch })
  await askForCode('ada@example.com')
  const code = mock.outbox.email.last('ada@example.com')?.code ?? ''
  await mock.clock.advance({ hours: 1 })
  await expect(enterCode(code)).rejects.toMatchObject({ status: 422, code: 'invalid_email_verification' })
  expect(session.state).toBe('signedOut')
})
