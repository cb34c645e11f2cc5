import type { MockServer } from '../../src/hosts/server.ts'

interface Person {
  readonly email: string
  readonly alias: string
}

const people: readonly Person[] = [
  { email: 'ada@example.com', alias: 'Ada Lovelace' },
  { email: 'grace@example.com', alias: 'Grace Hopper' },
  { email: 'alan@example.com', alias: 'Alan Turing' },
  { email: 'katherine@example.com', alias: 'Katherine Johnson' },
]

/** Lets an app, as it were, use the mock: sign-ins, messages, webhooks, refusals, a fault and a misspelt URL. */
export async function playDemo({ mock, url }: MockServer): Promise<void> {
  const { id, token } = mock.defaults.environments.sandbox
  const api = (path: string, body?: object, method = body ? 'POST' : 'GET') =>
    fetch(`${url}/api/v0/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    })
  const environment = (path: string, body?: object, method?: string) => api(`environments/${id}/${path}`, body, method)
  const pause = (seconds: number) => mock.clock.advance({ seconds })

  mock.webhooks.receive('https://app.example.com/hooks', () => new Response('ok'))
  mock.webhooks.receive('https://crm.example.com/hooks', () => new Response('try later', { status: 503 }))
  await mock.create.webhook({ url: 'https://app.example.com/hooks' })
  await mock.create.webhook({ url: 'https://crm.example.com/hooks' })
  for (const person of people) {
    await environment('users', person)
    await pause(4)
  }
  await environment('users?limit=2&orderBy=createdAt-desc')
  await pause(2)
  for (const { email } of people.slice(0, 2)) {
    await api(`sdk/${id}/emailVerifications/create`, { email })
    await pause(9)
  }
  await environment('gates', { name: 'Members', outcome: 'scope', scope: 'member', rules: [] })
  await pause(3)
  await environment('gate')
  await pause(1)
  mock.faults.set('allowlists.list', { status: 503 }, 1)
  await environment('allowlists')
  await pause(5)
  await environment('users', { email: 'ada@example.com' })
  mock.faults.set('gates.list', { status: 503, delayMs: 1500 })
  await mock.clock.settle()
}
