import { describe, expect, it } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { signInWithJwt } from './externalJwt.ts'
import { createSessionWorld } from './test/sessionWorld.ts'

const ada = 'ada@example.com'

describe('foreign JWTs', () => {
  it('sign in, and wrong ones do not', async () => {
    const world = await createSessionWorld()
    const issuer = await world.mock.issuers.create({ issuer: 'https://login.example.com' })
    await world.mock.settings.patch({
      security: { externalAuth: { enabled: true, iss: issuer.issuer, jwksUrl: issuer.jwksUrl } },
    })
    const session = world.open()
    expect(
      await rejection(
        signInWithJwt(session, { jwt: await issuer.sign({ sub: '1', iss: 'https://other.example.com' }) }),
      ),
    ).toMatchObject({ status: 422 })
    await signInWithJwt(session, { jwt: await issuer.sign({ sub: '1', email: ada, email_verified: true }) })
    expect(session).toMatchObject({ state: 'signedIn', user: { email: ada } })
  })
})
