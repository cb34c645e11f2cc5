import { expect, it } from 'vitest'
import { createHost } from '#host'

const host = createHost()

it('checks requests in the same way however often an operation is called', async () => {
  const refusals = new Set<string>()
  for (let i = 0; i < 100; i++) {
    const created = await host.call('users.create', { body: { email: `ada${i}@example.com` } })
    expect(created.status).toBe(201)
    const { status, body } = await host.refuse('users.create', { body: { email: `ada${i}`, mail: 1 } })
    refusals.add(`${status} ${(body as { error: string }).error}`)
  }
  expect([...refusals]).toMatchInlineSnapshot(`
    [
      "400 email must be an e-mail address or an empty string; mail must be left out, since there is no such field (did you mean "email"?). To ignore fields that this mock does not know, start it with --unknown-fields ignore (unknownFields: 'ignore').",
    ]
  `)
})
