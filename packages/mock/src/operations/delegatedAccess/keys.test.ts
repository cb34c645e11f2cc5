import { generateKeyPairSync } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals } from '../../../test/contract/environmentRefusals.ts'
import { pemOf, serverKeys } from '../../../test/people/delegates.ts'
import { createPerson } from '../../../test/people/deviceWallets.ts'

const host = createHost()

const publicKey = pemOf(serverKeys().publicKey)
const createKey = (body: object = { publicKey }) => host.call('delegatedAccess.createKey', { body })
const refuseKey = (body: object) => host.refuse('delegatedAccess.createKey', { body })
const listAll = async () => (await host.call('delegatedAccess.listKeys', { query: { includeAll: true } })).body.keys
const another = pemOf(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey)

async function keyId(): Promise<string> {
  await createKey()
  return (await host.call('delegatedAccess.listKeys')).body.key?.id ?? ''
}

describeEnvironmentRefusals(host, {
  'delegatedAccess.createKey': { body: { publicKey } },
  'delegatedAccess.listKeys': {},
  'delegatedAccess.getKey': { params: async () => ({ keyId: await keyId() }) },
})

describe('delegatedAccess.createKey', () => {
  it('names a key by its thumbprint (RFC 7638), and every operation shows it', async () => {
    const { status, body } = await createKey()
    expect(status).toBe(201)
    const kid = await calculateJwkThumbprint(await exportJWK(serverKeys().publicKey))
    expect(body).toEqual({
      publicKey,
      kid,
      alg: 'HYBRID-RSA-AES-256',
      type: 'external',
      createdAt: host.mock.clock.iso(),
      updatedAt: host.mock.clock.iso(),
    })
    const { key } = (await host.call('delegatedAccess.listKeys')).body
    expect(key).toMatchObject({ kid, publicKeyPemB64: publicKey, status: 'active', expiresAt: null, revokedAt: null })
    const { body: byId } = await host.call('delegatedAccess.getKey', { params: { keyId: key?.id ?? '' } })
    expect(byId.key).toEqual(key)
    const { token } = await createPerson(host)
    expect((await host.call('delegatedAccess.getCurrentKey', { token })).body.key).toEqual(key)
    expect(await listAll()).toEqual([key])
  })

  it('takes the PEM as it is, too, and another algorithm', async () => {
    const pem = Buffer.from(publicKey, 'base64').toString('utf8')
    const { body } = await createKey({ publicKey: pem, alg: 'RSA-OAEP-256' })
    expect(body).toMatchObject({ publicKey, alg: 'RSA-OAEP-256' })
  })

  it('lets the newest key be the present one, and keeps those before', async () => {
    const { body: first } = await createKey()
    await host.mock.clock.advance({ seconds: 1 })
    const { body: second } = await createKey({ publicKey: another })
    expect((await host.call('delegatedAccess.listKeys')).body.key?.kid).toBe(second.kid)
    expect((await listAll())?.map(({ kid }) => kid)).toEqual([second.kid, first.kid])
  })

  it('refuses a text that is no key, a short key, and one that is not of RSA', async () => {
    const short = pemOf(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey)
    const elliptic = pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey)
    const privatePem = serverKeys().privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    for (const text of ['no key', btoa('no key'), short, elliptic, btoa(privatePem)])
      expect(await refuseKey({ publicKey: text })).toMatchObject({ status: 422, body: { code: 'invalid_update' } })
  })

  it('refuses an unknown algorithm, a key of the service, and the same key again', async () => {
    const invalid = { status: 422, body: { code: 'invalid_update' } }
    expect(await refuseKey({ publicKey, alg: 'RSA1_5' })).toMatchObject(invalid)
    expect(await refuseKey({ publicKey, type: 'service' })).toMatchObject(invalid)
    await createKey()
    expect(await refuseKey({ publicKey })).toMatchObject({ status: 422, body: { code: 'duplicate_exists' } })
  })
})

describe('an environment without a key', () => {
  let token: string
  beforeEach(async () => {
    ;({ token } = await createPerson(host))
  })

  it('answers 404, and an empty list', async () => {
    expect((await host.refuse('delegatedAccess.listKeys')).status).toBe(404)
    expect((await host.refuse('delegatedAccess.getCurrentKey', { token })).status).toBe(404)
    expect(await listAll()).toEqual([])
  })

  it('refuses a query that is no answer to the question', async () => {
    const refusal = await host.refuse('delegatedAccess.listKeys', { query: { includeAll: 'perhaps' } as never })
    expect(refusal).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  })

  it('does not show the keys of another environment', async () => {
    const { live } = host.mock.defaults.environments
    await host.call('delegatedAccess.createKey', {
      params: { environmentId: live.id },
      token: live.token,
      body: { publicKey },
    })
    expect((await host.refuse('delegatedAccess.getCurrentKey', { token })).status).toBe(404)
    expect((await host.refuse('delegatedAccess.getCurrentKey', { token: null })).status).toBe(401)
  })
})
