const { createMock } = require('@latchkey/mock')
const { startServer } = require('@latchkey/mock/node')
const { bearer, createClient } = require('@latchkey/client')
const { operationTable } = require('@latchkey/types')
const { operationSchemas } = require('@latchkey/types/zod')

async function main() {
  const mock = createMock({ seed: 'packed' })
  await mock.create.user({ email: 'ada@example.com' })
  const { id, token } = mock.defaults.environments.sandbox
  const server = await startServer(mock)
  const client = createClient({ baseUrl: server.url, auth: bearer(token) })
  const { data } = await client.GET('/api/v0/environments/{environmentId}/users', {
    params: { path: { environmentId: id } },
  })
  await server.close()
  console.log(
    JSON.stringify({
      emails: data.users.map(({ email }) => email),
      method: operationTable['users.list'].method,
      refused: !operationSchemas['gates.create'].body().safeParse({}).success,
    }),
  )
}

main()
