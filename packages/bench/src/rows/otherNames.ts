import { createMock, type Mock } from '@latchkey/mock'
import { readNames } from '@latchkey/mock/names'
import { startServer } from '@latchkey/mock/node'
import { keptConnection } from '../keptConnection.ts'
import { medians } from '../measure.ts'
import { ratio, type Row } from '../row.ts'

/** A made-up deployment that spells the interface differently in every part. */
const readMockNames = () =>
  readNames({
    paths: { '/api/v0/*': '/v1/*' },
    fields: { userId: 'user_id', createdAt: 'created_at', updatedAt: 'updated_at', email: 'mail' },
    parameters: { orderBy: 'sort' },
    values: { AccessOutcomeEnum: { siteAccess: 'site_access' } },
    headers: { 'x-mfa-auth-token': 'x-second-factor' },
    cookies: { LATCHKEY_AUTH: 'session' },
    tokenPrefixes: { lk_sandbox_: 'dev_' },
    claims: { environment_id: 'env' },
  })

/** The path that reads a user of a mock, and the credential. */
async function readingOf(mock: Mock, root: string) {
  const { id, token } = mock.defaults.environments.sandbox
  const user = await mock.create.user({ email: 'ada@example.com', firstName: 'Ada' })
  const headers = { authorization: `Bearer ${token}` }
  const path = `${root}/environments/${id}/users/${user.id}`
  const { status } = await mock.fetch(mock.baseUrl + path, { headers })
  if (status !== 200) throw new Error(`${path} was answered with ${status}.`)
  return { path, token, get: () => mock.fetch(mock.baseUrl + path, { headers }) }
}

/** A call that creates another user of a mock each time. @param email - How the mock spells the field. */
function creationOf(mock: Mock, root: string, email: string) {
  const { id, token } = mock.defaults.environments.sandbox
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  let count = 0
  return async () => {
    const body = JSON.stringify({ [email]: `user-${++count}@example.com`, firstName: 'Ada' })
    const response = await mock.fetch(`${mock.baseUrl}${root}/environments/${id}/users`, {
      method: 'POST',
      headers,
      body,
    })
    if (response.status !== 201) throw new Error(`No user was created: ${await response.text()}`)
  }
}

/** Compares a mock with other names with one that has the document's. */
export async function otherNames(): Promise<Row[]> {
  const [renamed, plain] = [
    await readingOf(createMock({ names: readMockNames() }), '/v1'),
    await readingOf(createMock(), '/api/v0'),
  ]
  const direct = await medians({ renamed: renamed.get, plain: plain.get }, 2_000)
  const creating = await medians(
    {
      renamed: creationOf(createMock({ names: readMockNames() }), '/v1', 'mail'),
      plain: creationOf(createMock(), '/api/v0', 'email'),
    },
    2_000,
  )
  const [renamedServer, plainServer] = [await startServer({ names: readMockNames() }), await startServer()]
  const there = {
    renamed: await readingOf(renamedServer.mock, '/v1'),
    plain: await readingOf(plainServer.mock, '/api/v0'),
  }
  const connections = { renamed: keptConnection(there.renamed.token), plain: keptConnection(there.plain.token) }
  try {
    const remote = await medians(
      {
        renamed: () => connections.renamed.get(renamedServer.url + there.renamed.path),
        plain: () => connections.plain.get(plainServer.url + there.plain.path),
      },
      2_000,
    )
    const name = 'with the names of the document'
    return [
      ratio({ what: 'GET by id with other names', ours: direct.renamed, peer: direct.plain, name, limit: 1.3 }),
      ratio({ what: 'create user with other names', ours: creating.renamed, peer: creating.plain, name, limit: 1.2 }),
      ratio({
        what: 'GET by id over loopback with other names',
        ours: remote.renamed,
        peer: remote.plain,
        name,
        limit: 1.15,
      }),
    ]
  } finally {
    connections.renamed.close()
    connections.plain.close()
    await renamedServer.close()
    await plainServer.close()
  }
}
