const { createMock } = require('@latchkey/mock')
const { startServer } = require('@latchkey/mock/node')

test('signs a user in, with a token that is signed for real', async () => {
  const mock = createMock({ seed: 'jest' })
  const user = await mock.create.user({ email: 'ada@example.com' })
  const { token } = await mock.signIn(user)
  expect(token.split('.')).toHaveLength(3)
  const response = await mock.fetch(
    `${mock.baseUrl}/api/v0/sdk/${mock.defaults.environments.sandbox.id}/.well-known/jwks`,
  )
  expect((await response.json()).keys).toHaveLength(1)
})

test('serves over loopback', async () => {
  const { url, mock, close } = await startServer()
  const { id, token } = mock.defaults.environments.sandbox
  const response = await fetch(`${url}/api/v0/environments/${id}/users`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(await response.json()).toMatchObject({ users: [] })
  await close()
})
