import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { shownCall } from './journalSockets.ts'
import { redact, redactForms } from './redact.ts'
import { coverForms } from './secretForms.ts'

const host = createHost()
const mask = '[redacted]'
const covered = (text: string) => coverForms(text, mask)
const { privateKey, publicKey } = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const sec1 = privateKey.replaceAll('PRIVATE KEY', 'EC PRIVATE KEY')
const jwt = `${btoa('{"alg":"EdDSA"}')}.${btoa('{"sub":"ada"}').replaceAll('=', '')}.${'Ab_-'.repeat(11)}`

async function ownSecrets(): Promise<Record<string, string>> {
  const { mock } = host
  const { environments, admin } = mock.defaults
  const user = await mock.create.user({ email: 'ada@example.com' })
  const session = await mock.signIn(user)
  const webhook = await mock.create.webhook({ url: 'https://hooks.example.com/', isEnabled: false })
  return {
    'token of a sandbox': environments.sandbox.token,
    'token of a live environment': environments.live.token,
    'token of a member': admin.token,
    'session token': session.token,
    'minified session token': session.minifiedToken,
    'secret of a webhook': webhook.secret,
  }
}

describe('a value that is a secret by its form', () => {
  it.each<[string, string]>([
    ['a JWT', jwt],
    ['a private key (PKCS #8)', privateKey],
    ['a private key (SEC 1)', sec1],
    ['a private key that is encrypted', privateKey.replaceAll('PRIVATE KEY', 'ENCRYPTED PRIVATE KEY')],
    ['an API token of a deployment', `acme_live_${'a1Gz'.repeat(10)}`],
    ['an API token with words of its own', `test_${'a1Gz'.repeat(10)}`],
  ])('is covered wherever it stands, once and for all: %s', (_, secret) => {
    for (const text of [secret, `before ${secret}`, `{"x":"${secret}"}`, `(${secret}) and ${secret}.`]) {
      expect(covered(text)).toBe(text.replaceAll(secret.trimEnd(), mask))
      expect(covered(covered(text))).toBe(covered(text))
    }
  })

  it('is covered in every form that the mock issues', async () => {
    for (const [kind, secret] of Object.entries(await ownSecrets()))
      expect(covered(`/x/${secret}`), kind).toBe(`/x/${mask}`)
  })

  it.each([
    ['%7B%22token%22%3A%22', jwt, '%22%7D'],
    ['key=', encodeURIComponent(privateKey), '&x=1'],
    ['key=', new URLSearchParams({ key: privateKey }).toString().slice('key='.length), '&x=1'],
  ])('is covered in the spelling of URLs and forms: %s', (before, secret, after) => {
    const text = covered(before + secret + after)
    expect(text.startsWith(before + mask)).toBe(true)
    expect(text.endsWith(after)).toBe(true)
    expect(text).not.toContain(secret.slice(40, 80))
  })

  it('is covered in a private key whose end is missing', () => {
    expect(covered(`key: ${privateKey.slice(0, 120)}`)).toBe(`key: ${mask}`)
  })

  it('is covered in values and names at any depth, and what stands beside it stays', () => {
    const value = { foo: [{ bar: `Bearer ${jwt}`, n: 1 }], [jwt]: true, none: null }
    const shown = { foo: [{ bar: `Bearer ${mask}`, n: 1 }], [mask]: true, none: null }
    expect(redact(value)).toEqual(shown)
    expect(redactForms(value)).toEqual(shown)
    expect(redact(redact(value))).toEqual(shown)
  })
})

describe('a value that only resembles a secret', () => {
  it.each([
    publicKey,
    '0x52908400098527886E0F7030069857D2E4169EE7',
    'user_wallet_0x52908400098527886E0F7030069857D2E4169EE7',
    'user_wallet_52908400098527886E0F7030069857D2E4169EE7',
    '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
    // A thumbprint, and a key in base64url.
    `xx_${'a1Gz'.repeat(10)}`,
    `a1-tok_${'a1Gz'.repeat(10)}-${'Ab_-'.repeat(9)}`,
    '01938c5e-8b02-7d4e-9f0a-1b2c3d4e5f01',
    `0x${'1f'.repeat(32)}`,
    `0x04${'1f'.repeat(64)}`,
    'https://app.example.com/assets/eyJ-vendor.chunk.min.js?v=1.2.3',
    'my_live_stream_of_the_wallet_and_its_sandbox_environment_at_work',
    '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
    'The header of a JWT begins with eyJ, then comes a point. And so on, for a while.',
  ])('stays readable: %s', (text) => {
    expect(covered(text)).toBe(text)
  })
})

it.each([
  'eyJ',
  'eyJ.',
  `${'eyJ'.repeat(9)}.a.`,
  'a_sandbox_',
  'abc_',
  'abc_de',
  'whsec_',
  '-----BEGIN ',
  '-----BEGIN PRIVATE KEY-----',
  '-----END ',
])('a megabyte of %s is read in one go', (part) => {
  const text = part.repeat(1_000_000 / part.length)
  expect(covered(`-----BEGIN eyJ a_sandbox_ ${text}`).length).toBeGreaterThan(0)
})

describe('the journal', () => {
  const entry = () => host.mock.journal.list().at(-1)
  const call = (path: string, init?: RequestInit) => host.mock.fetch(`${host.mock.baseUrl}${path}`, init)

  it('shows none in the path, the query, a header or the refusal of an unknown URL', async () => {
    for (const [kind, secret] of Object.entries(await ownSecrets())) {
      await call(`/api/v0/nothing/${secret}?foo=${secret}`, { headers: { 'x-foo': `it is ${secret}` } })
      expect(JSON.stringify(entry()), kind).not.toContain(secret)
      expect(entry()).toMatchObject({ path: `/api/v0/nothing/${mask}`, headers: { 'x-foo': `it is ${mask}` } })
    }
  })

  it('shows none in a body and its refusal, under a name that does not exist', async () => {
    const { id, token } = host.mock.defaults.environments.sandbox
    for (const [kind, secret] of Object.entries(await ownSecrets())) {
      await call(`/api/v0/environments/${id}/users`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ada@example.com', foo: secret, [secret]: 1 }),
      })
      expect(JSON.stringify(entry()), kind).not.toContain(secret)
      expect(entry()).toMatchObject({ status: 400, body: { email: 'ada@example.com', foo: mask, [mask]: 1 } })
    }
  })

  it('shows none in a path that is cut', async () => {
    const { token } = await host.mock.signIn('ada@example.com')
    const start = `/api/v0/${'x'.repeat(1_900)}/`
    await call(start + token)
    expect(entry()?.path).toBe(start + mask)
  })

  it('shows none in a call over a WebSocket, also where it is cut', () => {
    const params = [{ note: `${'x'.repeat(200)} ${jwt}` }]
    const call = shownCall({ method: jwt, params, result: jwt, error: { code: 1, message: `no ${jwt}` } })
    expect(JSON.stringify(call)).not.toContain('eyJ')
    expect(call).toMatchObject({ method: mask, result: `"${mask}"`, error: { message: `no ${mask}` } })
  })

  it('does not send a request again whose path had one', async () => {
    const { token } = host.mock.defaults.environments.sandbox
    await call(`/api/v0/nothing/${token}`)
    await expect(host.mock.journal.sendAgain(entry()?.requestId ?? '')).rejects.toThrow(
      'the journal does not keep secrets, and this URL has one.',
    )
  })
})
