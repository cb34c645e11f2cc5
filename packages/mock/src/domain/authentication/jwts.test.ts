import { type OperationId, operationTable } from '@latchkey/types'
import { beforeEach, describe, expect, it } from 'vitest'
import { type AuthenticationWorld, createAuthenticationWorld } from '../../../test/people/authenticationWorld.ts'
import { transact } from '../../world/world.ts'
import { issueServerTokens } from '../serverWallets/serverTokens.ts'
import { rotateSigningKey } from '../sessions/signingKeys.ts'
import type { IssuedNames } from '../shared/issuedNames.ts'

let people: AuthenticationWorld

beforeEach(async () => {
  people = await createAuthenticationWorld()
})

const unauthorized = { status: 401, code: 'unauthorized' }
const authenticate = (token: string, { id = 'profile.get', environmentId = people.environments.sandbox } = {}) =>
  people.authenticate(id as OperationId, { authorization: `Bearer ${token}`, params: { environmentId } })

/** The operations of users that a token opens. */
async function openedBy(token: string): Promise<string[]> {
  const opened = []
  for (const [id, { auth }] of Object.entries(operationTable)) {
    if (auth !== 'user') continue
    const isOpen = await authenticate(token, { id }).then(
      () => true,
      () => false,
    )
    if (isOpen) opened.push(id)
  }
  return opened.sort()
}

/** The operations that spec/decisions/09-mfa.md allows between the two steps of a sign-in. */
const secondStep = [
  'mfa.authenticateEmail',
  'mfa.authenticatePasskey',
  'mfa.authenticateRecoveryCode',
  'mfa.authenticateTotp',
  'mfa.listMethods',
  'mfaDevices.createPasskey',
  'mfaDevices.createTotp',
  'mfaDevices.get',
  'mfaDevices.list',
  'mfaDevices.verifyPasskey',
  'mfaDevices.verifyTotp',
  'passkeys.getAuthenticationOptions',
]

describe('a session that waits for its second factor', () => {
  beforeEach(async () => {
    await people.settings.patch({ security: { mfa: { enabled: true, required: true } } })
  })

  it('opens the second step, the profile and its own end, and nothing else', async () => {
    expect(await openedBy(people.token)).toEqual(
      [...secondStep, 'profile.get', 'sessions.check', 'sessions.refresh', 'sessions.revoke'].sort(),
    )
    await expect(authenticate(people.token, { id: 'profile.update' })).rejects.toMatchObject({
      status: 403,
      code: 'mfa_required',
    })
  })

  it('opens other operations once the factor is proved in this session, and not in another one', async () => {
    const { token: other } = await people.signIn(people.userId)
    await transact(people.world, ({ store, clock }) =>
      store.sessions.put({ ...people.session(), mfaVerifiedAt: clock.iso() }),
    )
    expect(await authenticate(people.token, { id: 'profile.update' })).toMatchObject({ kind: 'user' })
    await expect(authenticate(other, { id: 'profile.update' })).rejects.toMatchObject({ code: 'mfa_required' })
  })

  it('has a token of the first step that opens only the second step, until that is done', async () => {
    const firstStep = await people.sign({}, { typ: 'mfa+jwt' })
    expect(await openedBy(firstStep)).toEqual(secondStep)
    await transact(people.world, ({ store, clock }) =>
      store.sessions.put({ ...people.session(), mfaVerifiedAt: clock.iso() }),
    )
    expect(await openedBy(firstStep)).toEqual([])
    await expect(authenticate(firstStep, { id: 'mfa.listMethods' })).rejects.toMatchObject(unauthorized)
  })
})

describe('a token of another kind', () => {
  it('for backups opens only the backups of key shares', async () => {
    expect(await openedBy(await people.sign({}, { typ: 'backup+jwt' }))).toEqual([
      'keyShares.backUp',
      'keyShares.recover',
    ])
  })

  it.each(['mpc+jwt', 'at+jwt', 'constructor', ''])('opens nothing: %s', async (typ) => {
    const token = await people.sign({}, { typ })
    expect(await openedBy(token)).toEqual([])
    await expect(authenticate(token)).rejects.toMatchObject(unauthorized)
  })
})

describe('a session token', () => {
  it.each([{ exp: '1' }, { iss: 1 }, { sub: null }, { sid: undefined }, { jti: 7 }])(
    'is refused with the claim %j, although its signature is right',
    async (claims) => {
      await expect(authenticate(await people.sign(claims))).rejects.toMatchObject(unauthorized)
    },
  )

  it('is refused with another issuer, an unknown session, or the session of another user', async () => {
    const { id: other } = await people.create.user({ email: 'grace@example.com' })
    for (const claims of [
      { iss: `api.example.com/${people.environments.sandbox}` },
      { sid: 'unknown' },
      { sub: other },
    ])
      await expect(authenticate(await people.sign(claims)), JSON.stringify(claims)).rejects.toMatchObject(unauthorized)
  })

  it('is refused in another environment, even if the key of that environment has signed it', async () => {
    const { live } = people.environments
    const signed = await people.sign({}, { environmentId: live })
    const claimed = await people.sign({ iss: `api.latchkey.test/${live}` }, { environmentId: live })
    for (const token of [people.token, signed, claimed])
      await expect(authenticate(token, { environmentId: live })).rejects.toMatchObject(unauthorized)
  })

  it('is refused when the key that signed it is not the one it names', async () => {
    const [header = '', payload = ''] = people.token.split('.')
    const foreign = (await people.sign({}, { environmentId: people.environments.live })).split('.')[2]
    await expect(authenticate(`${header}.${payload}.${foreign}`)).rejects.toMatchObject(unauthorized)
  })

  it('of a former key stays valid until that key retires, whether or not it was used before', async () => {
    const rotate = () => transact(people.world, (backend) => rotateSigningKey(backend, people.environments.sandbox))
    const unused = await people.sign({ iat: 1 })
    await authenticate(people.token)
    await rotate()
    expect(await authenticate(unused)).toMatchObject({ kind: 'user' })
    expect(await authenticate(people.token)).toMatchObject({ kind: 'user' })
    people.world.clock.advance(7_200_000)
    const { token } = await people.signIn(people.userId)
    for (const former of [unused, people.token]) await expect(authenticate(former)).rejects.toMatchObject(unauthorized)
    expect(await authenticate(token)).toMatchObject({ kind: 'user' })
  })

  it('is read by the names of the service that is asked, and not by those of another one', async () => {
    await authenticate(people.token)
    const unchanged = (text: string) => text
    const body = (value: object) => value
    const issuedNames: IssuedNames = {
      tokenPrefix: unchanged,
      spellClaims: body,
      readClaims: () => ({}),
      spellPath: unchanged,
      readPath: unchanged,
      spellWebhook: body,
      readWebhook: body,
      header: unchanged,
    }
    Object.assign(people.world.settings, { issuedNames })
    await expect(authenticate(people.token)).rejects.toMatchObject(unauthorized)
  })
})

describe('a token of a server', () => {
  const issue = (environmentId: string) =>
    transact(people.world, async (backend) => {
      const [token] = [...backend.store.environmentTokens.scan('byEnvironment', [environmentId])]
      if (!token) throw new TypeError('The test has no API token.')
      return { token, jwt: (await issueServerTokens(backend, token)).jwt }
    })

  it('opens only the operations of wallets of the environment', async () => {
    const { token, jwt } = await issue(people.environments.sandbox)
    expect(await openedBy(jwt)).toEqual([
      'waas.createAccount',
      'waas.exportPrivateKey',
      'waas.importPrivateKey',
      'waas.refresh',
      'waas.reshare',
      'waas.signMessage',
      'waasRooms.createRooms',
      'waasRooms.createWithoutWallet',
    ])
    expect(await authenticate(jwt, { id: 'waas.createAccount' })).toEqual({
      kind: 'server',
      environmentId: people.environments.sandbox,
      token,
    })
  })

  it('ends after ten minutes, and with the API token that it was issued for', async () => {
    const { token, jwt } = await issue(people.environments.sandbox)
    const act = () => authenticate(jwt, { id: 'waas.createAccount' })
    const expired = { status: 401, code: 'token_expired' }
    people.world.clock.advance(599_000)
    await act()
    const inASecond = people.world.clock.isoIn(500)
    await transact(people.world, ({ store }) => store.environmentTokens.put({ ...token, expiresAt: inASecond }))
    await act()
    people.world.clock.advance(500)
    await expect(act()).rejects.toMatchObject(expired)
    await transact(people.world, ({ store }) => store.environmentTokens.put(token))
    await act()
    people.world.clock.advance(500)
    await expect(act()).rejects.toMatchObject(expired)
    await transact(people.world, ({ store }) => store.environmentTokens.delete(token.id))
    await expect(act()).rejects.toMatchObject(unauthorized)
  })

  it('is refused with the API token of another environment, or another issuer', async () => {
    const { sandbox, live } = people.environments
    const { token: foreign } = await issue(live)
    const { token } = await issue(sandbox)
    const claims = [
      { sub: foreign.id, iss: `api.latchkey.test/${sandbox}` },
      { sub: token.id, iss: `api.latchkey.test/${live}` },
      { sub: 'unknown' },
    ]
    for (const each of claims) {
      const jwt = await people.sign(each, { typ: 'server+jwt' })
      await expect(authenticate(jwt, { id: 'waas.createAccount' })).rejects.toMatchObject(unauthorized)
    }
    const jwt = await people.sign({ sub: token.id }, { typ: 'server+jwt' })
    expect(await authenticate(jwt, { id: 'waas.createAccount' })).toMatchObject({ kind: 'server' })
  })
})
