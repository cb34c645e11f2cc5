import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MockServer, startServer } from '../../src/hosts/server.ts'

let server: MockServer
beforeEach(async () => {
  server = await startServer({ seed: 'reports' })
})
afterEach(() => server.close())

describe('a server on a free port', () => {
  // https://github.com/jagregory/cognito-local/issues/390
  it('signs tokens whose issuer has its host and port, by a key of the set that it serves there', async () => {
    const { id } = server.mock.defaults.environments.sandbox
    const { token } = await server.mock.signIn('ada@example.com')
    expect(decodeJwt(token).iss).toBe(`${new URL(server.url).host}/${id}`)
    const keys = await (await fetch(`${server.url}/api/v0/sdk/${id}/.well-known/jwks`)).json()
    expect(keys).toMatchObject({ keys: [{ kid: decodeProtectedHeader(token).kid }] })
  })
})
