import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OperationId } from '@latchkey/types'
import { expect, it } from 'vitest'
import { rows } from '../../src/http/router.ts'
import { createCommandLine } from '../support/commandLine.ts'
import { type LeakyReply, type LeakyRequest, sendLeaky, startLeakyDeployment } from './leakyDeployment.ts'
import { leaksIn, plantedSecrets } from './plantedSecrets.ts'

const { run } = createCommandLine()

const id = '01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f'
const pathOf = (operation: OperationId, value = id) => rows[operation].path.replace(/\{\w+\}/g, value)

/** A secret as values of other texts: in URLs, in JSON and encoded. */
const valuesOf = (secret: string): string[] => [
  secret,
  `https://ada:${encodeURIComponent(secret)}@api.example/${encodeURIComponent(secret)}?key=${secret}#${secret}`,
  `myapp://callback?token=${secret}`,
  JSON.stringify({ token: secret }),
  Buffer.from(secret).toString('base64url'),
  `Something failed for ${secret}.`,
]

/** An object with a secret as the names and the values of its fields, at three depths. */
const objectOf = (secret: string): object => ({
  [secret]: valuesOf(secret),
  inner: { [secret]: { [secret]: secret } },
  list: [{ [secret]: secret }, secret],
})

/** Characters that Node lets into a header's value or a path as it is. */
const latin = (secret: string): string => secret.replace(/[^\x21-\x7e]/g, '_')
const token = (secret: string): string => secret.replace(/[^\w-]/g, '_')

type Exchange = readonly [LeakyRequest, LeakyReply?]

const accepted: LeakyReply = { status: 201, body: '{}' }
const json = { 'content-type': 'application/json' }
const credential = { authorization: 'Bearer token' }
const gate = { name: 'A', rules: [], outcome: 'scope' }

/** Every place of an exchange in which a value of an app or of a deployment can stand. */
const places: Readonly<Record<string, (secret: string) => Exchange>> = {
  'a segment of a path that nobody has': (secret) => [{ path: `/api/v0/${encodeURIComponent(secret)}` }],
  'a segment as it is, in the middle': (secret) => [{ path: `/api/${latin(secret)}/v0/gates/${latin(secret)}` }],
  'a segment between known ones': (secret) => [
    { path: `/api/v0/environments/${encodeURIComponent(secret)}/${token(secret)}/gates`, method: 'DELETE' },
  ],
  'the value of a parameter of the path': (secret) => [
    { path: pathOf('gates.get', encodeURIComponent(secret)), headers: credential },
    { body: JSON.stringify(objectOf(secret)) },
  ],
  'a method that the path does not have': (secret) => [
    { path: pathOf('gates.list', encodeURIComponent(secret)), method: 'PATCH' },
  ],
  'the query': (secret) => [
    {
      path: `${pathOf('origins.list')}?${encodeURIComponent(secret)}=1&apikey=${encodeURIComponent(secret)}&${latin(secret)}`,
      headers: credential,
    },
  ],
  'keys of an object in the query': (secret) => [
    {
      path: `${pathOf('users.list')}?filter[${encodeURIComponent(secret)}]=x&limit=${latin(secret)}`,
      headers: credential,
    },
  ],
  'the fragment': (secret) => [{ path: `/api/v0/environments/${id}/gates#${latin(secret)}` }],
  'the headers and cookies of a request': (secret) => [
    {
      path: pathOf('deeplinkUrls.list'),
      headers: { [token(secret)]: latin(secret), cookie: `sid=${latin(secret)}`, authorization: latin(secret) },
    },
    { status: 403, body: JSON.stringify({ error: `No, ${secret}.`, code: secret, [secret]: secret }) },
  ],
  'the body of a request': (secret) => [
    {
      path: pathOf('gates.create'),
      method: 'POST',
      headers: { ...json, ...credential },
      body: JSON.stringify({ ...gate, ...objectOf(secret), outcome: secret }),
    },
    accepted,
  ],
  'items of a list in a request': (secret) => [
    {
      path: pathOf('gates.update'),
      method: 'PUT',
      headers: { ...json, ...credential },
      body: JSON.stringify({ rules: [{ type: secret, address: objectOf(secret) }] }),
    },
    { body: JSON.stringify({ ...gate, id, enabledAt: null }) },
  ],
  'a form, and the media type of a request': (secret) => [
    {
      path: pathOf('webhooks.create'),
      method: 'POST',
      headers: { 'content-type': `application/${token(secret)}; boundary=${token(secret)}`, ...credential },
      body: `${encodeURIComponent(secret)}=${encodeURIComponent(secret)}`,
    },
    accepted,
  ],
  'a request that is no JSON': (secret) => [
    { path: pathOf('tokens.create'), method: 'POST', headers: { ...json, ...credential }, body: `{"${secret}` },
    accepted,
  ],
  'items of a list in a reply': (secret) => [
    { path: pathOf('gates.list'), headers: credential },
    { body: JSON.stringify({ gates: [{ ...gate, ...objectOf(secret), outcome: secret }] }) },
  ],
  'keys and values of a map': (secret) => [
    { path: pathOf('environments.get'), headers: credential },
    {
      body: JSON.stringify({
        settings: { general: { supportUrls: { [secret]: 5, other: secret }, [secret]: secret } },
      }),
    },
  ],
  'a reply of an undocumented status': (secret) => [
    { path: pathOf('customFields.list'), headers: credential },
    { status: 418, body: JSON.stringify({ balances: { [secret]: objectOf(secret) }, error: secret, data: [secret] }) },
  ],
  'a text as a reply of an undocumented status': (secret) => [
    { path: pathOf('providers.list'), headers: credential },
    { status: 299, reason: latin(secret), body: JSON.stringify(secret) },
  ],
  'a reply of an undocumented media type': (secret) => [
    { path: pathOf('allowlists.list'), headers: credential },
    { headers: { 'content-type': `text/${token(secret)}; charset=${token(secret)}` }, body: secret },
  ],
  'JSON of an undocumented media type': (secret) => [
    { path: pathOf('sdkViews.list'), headers: credential },
    { headers: { 'content-type': 'application/problem+json' }, body: JSON.stringify(objectOf(secret)) },
  ],
  'a reply that is no JSON': (secret) => [
    { path: pathOf('organizations.list'), headers: credential },
    { body: `<${secret}>` },
  ],
  'the headers and cookies of a reply': (secret) => [
    { path: pathOf('webhooks.list'), headers: credential },
    {
      headers: {
        [`x-${token(secret)}`]: latin(secret),
        'set-cookie': `${token(secret)}=${latin(secret)}; domain=${latin(secret)}`,
        location: `https://${latin(secret)}/`,
        'www-authenticate': latin(secret),
      },
      body: JSON.stringify({ webhooks: secret }),
    },
  ],
  'a name that is spelled like one of the document': (secret) => [
    { path: pathOf('users.get'), headers: credential },
    { body: JSON.stringify({ [`name (spelled ${secret})`]: 1 }) },
  ],
  'a spelling of a name that the document does not have': (secret) => [
    { path: pathOf('tokens.list'), headers: credential },
    { body: JSON.stringify({ [`${secret} (spelled name)`]: 1 }) },
  ],
  'a header that is spelled like one of the document': (secret) => [
    { path: pathOf('events.list'), headers: credential },
    { headers: { [`x-request-id-spelled-${token(secret)}`]: '1' }, body: '{}' },
  ],
  'a body where none is expected': (secret) => [
    { path: pathOf('gates.delete'), method: 'DELETE', headers: credential },
    { status: 204, headers: { [token(secret)]: latin(secret) } },
  ],
  'a reply without a credential': (secret) => [
    { path: pathOf('sdkSettings.get') },
    { body: JSON.stringify({ chains: [{ name: secret, [secret]: { [secret]: 1 } }] }) },
  ],
}

it('a report has no secret of app and deployment, wherever it stands, in the terminal or in the file', async () => {
  const replies = new Map<string, LeakyReply>()
  const deployment = await startLeakyDeployment(({ headers }) => replies.get(String(headers['x-place'])) ?? {})
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-secrets-'))
  try {
    const file = join(folder, 'report.json')
    const { child, started, ended, output } = run(
      'compare',
      '--target',
      deployment.url,
      '--port',
      '0',
      '--report',
      file,
    )
    const [url = ''] = /http:\/\/\S+\d/.exec(await started) ?? []
    let sent = 0
    for (const place of Object.values(places))
      await Promise.all(
        plantedSecrets.map(([, secret]) => {
          const [request, reply = {}] = place(secret)
          const number = String(++sent)
          replies.set(number, reply)
          return sendLeaky(url, { ...request, headers: { ...request.headers, 'x-place': number } })
        }),
      )
    child.kill('SIGTERM')
    expect([await ended, output.stderr]).toEqual([1, ''])
    const written = await readFile(file, 'utf8')
    const { requests, operations } = JSON.parse(written)
    expect(requests).toBe(sent)
    // Nothing was left out because there was too much of it.
    const isWhole = ([, { omitted }]: [string, { omitted: number }]) => omitted === 0
    expect(
      Object.entries<{ omitted: number }>(operations)
        .filter((each) => !isWhole(each))
        .map(([id]) => id),
    ).toEqual([])
    expect(leaksIn(output.stdout + output.stderr)).toEqual([])
    expect(leaksIn(written)).toEqual([])
  } finally {
    deployment.close()
    await rm(folder, { recursive: true })
  }
})
