import { createHmac } from 'node:crypto'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { beforeEach, describe, expect, it } from 'vitest'
import { everyName, mark, spellTemplate, webhookHeader } from '../../test/contract/everyName.ts'
import { mockOptions } from '../../test/hosts/harness.ts'
import { appUrl, challengeOf, codeVerifier, newState } from '../../test/people/oauthRoundTrip.ts'
import { claimsOf } from '../../test/people/walletPeople.ts'
import type { DeliveryRequest } from '../effects/deliver.ts'
import { startServer } from '../hosts/server.ts'
import { createMock, type Mock } from '../mock/createMock.ts'
import { readNames } from './readNames.ts'

const names = readNames(everyName())
let sent: DeliveryRequest[]
let mock: Mock
beforeEach(() => {
  sent = []
  const deliver = async (request: DeliveryRequest) => {
    sent.push(request)
    return { status: 204 }
  }
  mock = createMock({ ...mockOptions, names, deliver, providers: ['google', 'emailOnly'] })
})

const sandbox = ({ defaults }: Mock = mock) => defaults.environments.sandbox
/** The URL of a path below an environment, in the deployment's spelling. */
const sdk = (path: string) =>
  `${mock.baseUrl}${spellTemplate('/api/v0/sdk')}/${sandbox().id}${spellTemplate(`/${path}`)}`

interface Call {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}

async function call(url: string, { method = 'GET', headers = {}, body }: Call = {}) {
  const response = await mock.fetch(url, {
    method,
    redirect: 'manual',
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    body: body ? JSON.stringify(body) : null,
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text === '' ? undefined : JSON.parse(text) }
}

describe('data that the document leaves open', () => {
  const metadata = { userId: 'userId', metadata: { email: ['email'] }, outcome: 'siteAccess', __proto__x: 'value' }

  it.each([metadata, {}])('is neither read nor spelled: %j', async (data) => {
    const url = `${mock.baseUrl}${spellTemplate('/api/v0/environments')}/${sandbox().id}${spellTemplate('/users')}`
    const { status, body } = await call(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox().token}` },
      body: { [`email${mark}`]: 'ada@example.com', [`metadata${mark}`]: data },
    })
    const user = body[`user${mark}`]
    expect([status, user[`metadata${mark}`], user[`email${mark}`]]).toEqual([201, data, 'ada@example.com'])
    expect(await mock.export().tables.users).toMatchObject([{ metadata: data }])
  })
})

describe('a sign-in at a provider', () => {
  it('goes through the callback in the spelling of the deployment', async () => {
    await mock.idp.google.addUser({ email: 'ada@example.com' })
    const state = newState()
    const post = (path: string, body: object) => call(sdk(path), { method: 'POST', body })
    await post(`providers/google/initAuth`, { [`state${mark}`]: state, [`redirectUrl${mark}`]: appUrl })
    const query = new URLSearchParams(
      Object.entries({
        state,
        code_challenge: await challengeOf(codeVerifier),
        code_challenge_method: `S256${mark}`,
        login_hint: 'ada@example.com',
        prompt: `none${mark}`,
      }).map(([name, value]) => [name + mark, value]),
    )
    const { body: login } = await call(`${sdk('providers/google/loginUrl')}?${query}`)
    const answered = await call(login[`url${mark}`])
    const back = answered.headers.get('location') ?? ''
    expect(back.startsWith(`${sdk('providers/google/redirect')}?`)).toBe(true)
    const code = new URL(back).searchParams.get('code')
    await mock.fetch(back, { redirect: 'manual' })
    const signedIn = await post('providers/google/signIn', {
      [`code${mark}`]: code,
      [`state${mark}`]: state,
      [`codeVerifier${mark}`]: codeVerifier,
    })
    expect([signedIn.status, signedIn.body[`user${mark}`]]).toMatchObject([
      200,
      { [`email${mark}`]: 'ada@example.com' },
    ])
  })
})

describe('a webhook', () => {
  it('has the names of the deployment, and is signed as it is sent', async () => {
    const { secret } = await mock.create.webhook({ url: 'https://hooks.example.com/latchkey' })
    await mock.create.user({ email: 'ada@example.com' })
    await mock.clock.settle()
    const message = sent.at(-1)
    const body = JSON.parse(message?.body ?? '') as Record<string, unknown>
    expect(Object.keys(body).every((name) => name.endsWith(mark))).toBe(true)
    expect(body[`eventName${mark}`]).toBe(`user.created${mark}`)
    const data = body[`data${mark}`] as Record<string, unknown>
    expect(data[`email${mark}`]).toBe('ada@example.com')
    expect(Object.keys(data).filter((name) => !name.endsWith(mark))).toEqual([])
    expect(names.issued.readWebhook(body)).toMatchObject({
      eventName: 'user.created',
      data: { email: 'ada@example.com' },
    })
    const hmac = createHmac('sha256', secret as string)
      .update(message?.body ?? '')
      .digest('hex')
    expect(message?.headers).toHaveProperty(webhookHeader + mark, `sha256=${hmac}`)
  })
})

describe('a session in a cookie', () => {
  it('is set and read under the name of the deployment', async () => {
    const environmentId = sandbox().id
    await mock.settings.patch({ security: { auth: { storage: ['localstorage', 'cookie'] } } }, { environmentId })
    const hostname = await mock.create.customHostname({ hostname: 'auth.example.com' }, { environmentId })
    await mock.dns.publish(hostname)
    await mock.clock.advance({ minutes: 2 })
    await mock.create.origin('https://app.example.com', { environmentId })
    const user = await mock.create.user({ email: 'ada@example.com' })
    const { cookies = [] } = await mock.signIn(user)
    const [pair = ''] = cookies[0]?.split(';') ?? []
    const { status: refused } = await call(sdk('users'), { headers: { cookie: pair } })
    const { status } = await call(sdk('users'), { headers: { cookie: pair.replace('=', `${mark}=`) } })
    expect([refused, status]).toEqual([401, 200])
    const refreshed = await call(sdk('refresh'), {
      method: 'POST',
      headers: { cookie: pair.replace('=', `${mark}=`), origin: 'https://app.example.com' },
    })
    expect([refreshed.status, refreshed.headers.get('set-cookie')]).toEqual([
      200,
      expect.stringMatching(/^LATCHKEY_AUTH__s=ey.*; Domain=example\.com;/),
    ])
  })
})

it('takes the header of a second factor under the name of the deployment', async () => {
  const preflight = await call(sdk('users'), {
    method: 'OPTIONS',
    headers: {
      origin: 'https://app.example.com',
      'access-control-request-method': 'PUT',
      'access-control-request-headers': `authorization, x-mfa-auth-token${mark}`,
    },
  })
  expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
    204,
    `authorization, x-mfa-auth-token${mark}`,
  ])
  expect(preflight.headers.get('access-control-expose-headers')).toContain(`x-next-cursor${mark}, retry-after`)
})

it('a mock with names of a deployment refuses a token of a mock with other names', async () => {
  const plain = createMock(mockOptions)
  const user = await plain.create.user({ email: 'ada@example.com' })
  mock.import(plain.export())
  const [{ token }, { token: spelled }] = [await plain.signIn(user), await mock.signIn(user.id)]
  // By then, what its signature proves is kept.
  const accepted = await plain.fetch(`${plain.baseUrl}/api/v0/sdk/${sandbox(plain).id}/users`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(accepted.status).toBe(200)
  const read = async (jwt: string) => (await call(sdk('users'), { headers: { authorization: `Bearer ${jwt}` } })).status
  expect([await read(token), await read(spelled)]).toEqual([401, 200])
  expect(Object.keys(claimsOf(spelled))).toContain(`sid${mark}`)
})

describe('hosts', () => {
  it('give the loopback server the same names, and let pages of any origin call its paths of the SDK', async () => {
    const server = await startServer({ ...mockOptions, names })
    try {
      const path = `${spellTemplate('/api/v0/sdk')}/${sandbox(server.mock).id}/settings${mark}`
      const headers = { origin: 'https://app.example.com' }
      const world = await fetch(`${server.url}/w/ada${path}`)
      const settings = await fetch(server.url + path, { headers })
      const other = await fetch(`${server.url}${spellTemplate('/api/v0/organizations')}`, { headers })
      const plain = await fetch(`${server.url}/api/v0/sdk/${sandbox(server.mock).id}/settings`)
      expect([world.status, settings.status, other.status, plain.status]).toEqual([200, 200, 403, 404])
      expect(await settings.json()).toHaveProperty(`environmentName${mark}`)
    } finally {
      await server.close()
    }
  })

  it('give handlers for msw the same names', async () => {
    const server = setupServer(...mock.handlers({ http, HttpResponse }))
    server.listen()
    try {
      const response = await fetch(sdk('settings'))
      expect(await response.json()).toHaveProperty(`environmentName${mark}`)
    } finally {
      server.close()
    }
  })

  it('leave the tools of agents the names of the document', async () => {
    const { id } = sandbox()
    const reply = await mock.serveDocumented({
      method: 'GET',
      url: `${mock.baseUrl}/api/v0/sdk/${id}/settings`,
      headers: new Headers(),
      text: async () => '',
    })
    expect(JSON.parse(reply?.text ?? '')).toHaveProperty('environmentName')
  })

  it('give a fork and a mock that goes on from a state the same names', async () => {
    const { status } = await mock
      .fork()
      .fetch(sdk('settings'))
      .then(({ status }) => ({ status }))
    expect(status).toBe(200)
  })
})

it('createMock refuses names that were not read by readNames', () => {
  expect(() => createMock({ names: {} as typeof names })).toThrow(
    new TypeError('Failed to call "createMock()": `names` takes what readNames() of @latchkey/mock/names returns.'),
  )
})
