import { describe, expect, it } from 'vitest'
import { createControlClient } from '../../../../test/support/controlClient.ts'
import { createMock } from '../../../mock/createMock.ts'

const control = createControlClient()
const { post } = control
const mockOf = () => control.server.mock
const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'
const statusAndError = ({ status, body }: { readonly status: number; readonly body: { readonly error?: string } }) => [
  status,
  body.error,
]

describe('create.organization()', () => {
  it('refuses an owner who is no admin, in process and over HTTP, and writes nothing', async () => {
    const user = await mockOf().create.user({ email: 'ada@example.com' })
    const before = mockOf().export().tables
    for (const owner of ['nope', user.id, '']) {
      await expect(mockOf().create.organization({ owner })).rejects.toThrow(
        new TypeError(
          'Failed to call "create.organization()": there is no admin with the id of `owner`. `create.admin()` creates one.',
        ),
      )
      expect(statusAndError(await post('create/organization', { owner }))).toEqual([
        400,
        'POST create/organization: there is no admin with the id of `owner`. "POST create/admin" creates one.',
      ])
    }
    expect(mockOf().export().tables).toEqual(before)
  })

  it('leaves a state that can be imported', async () => {
    const { id: owner } = await mockOf().create.admin({ role: null })
    const { id } = await mockOf().create.organization({ owner, name: 'Friends' })
    const other = createMock()
    other.import(mockOf().export())
    expect(other.export().tables['organizations']).toEqual(
      expect.arrayContaining([expect.objectContaining({ id, name: 'Friends' })]),
    )
  })

  it('refuses a field that it does not have over HTTP', async () => {
    const { id: owner } = mockOf().defaults.admin
    expect(statusAndError(await post('create/organization', { owner, nmae: 'Friends' }))).toEqual([
      400,
      'nmae must be left out, since there is no such field (did you mean "name"?).',
    ])
  })
})

describe('create.admin()', () => {
  it.each([
    ['id', 'my-id', ''],
    ['createdAt', '2020-01-01', ''],
    ['rol', 'viewer', ' (did you mean "role"?)'],
    ['environmentId', 'nope', ''],
  ])('refuses the field %s, which it does not have, and creates nobody', async (name, value, similar) => {
    const before = mockOf().export().tables
    await expect(mockOf().create.admin({ [name]: value })).rejects.toThrow(
      `Failed to call "create.admin()": there is no field "${name}".`,
    )
    expect(statusAndError(await post('create/admin', { [name]: value }))).toEqual([
      400,
      `${name} must be left out, since there is no such field${similar}.`,
    ])
    expect(mockOf().export().tables).toEqual(before)
  })

  it.each([
    [{ phoneNumber: 'abc' }, 'invalid_phone'],
    [{ phoneNumber: '+1' }, 'invalid_phone'],
    [{ walletPublicKey: 'zz' }, 'invalid_chain_address_match'],
  ])('refuses a value that no user could have, in process and over HTTP: %j', async (fields, code) => {
    const before = mockOf().export().tables
    await expect(mockOf().create.admin(fields)).rejects.toMatchObject({ code })
    expect(await post('create/admin', fields)).toMatchObject({ status: 422, body: { code } })
    expect(mockOf().export().tables).toEqual(before)
  })

  it('refuses an e-mail that an admin has, in the words of the service', async () => {
    const { email } = await mockOf().create.admin({ email: 'grace@example.com' })
    const refusal = { code: 'email_already_exists', message: 'An admin has this e-mail already.' }
    await expect(mockOf().create.admin({ email: email.toUpperCase() })).rejects.toMatchObject(refusal)
    expect(await post('create/admin', { email })).toMatchObject({
      status: 422,
      body: { code: refusal.code, error: refusal.message },
    })
  })

  it('refuses a role that does not exist', async () => {
    await expect(mockOf().create.admin({ role: 'nope' as 'admin' })).rejects.toThrow(
      new TypeError(
        'Failed to call "create.admin()": there is no role "nope". Write admin, developer, viewer, or null.',
      ),
    )
    expect((await post('create/admin', { role: 'nope' })).status).toBe(400)
  })

  it('keeps a wallet and a phone number, the latter without its spaces', async () => {
    const { body } = await post('create/admin', { walletPublicKey: wallet, phoneNumber: '+49 1511 2345678' })
    const admins = mockOf().export().tables['admins'] as readonly { readonly id: string }[]
    expect(admins.find(({ id }) => id === body.id)).toMatchObject({
      walletPublicKey: wallet,
      phoneNumber: '+4915112345678',
    })
  })
})

it.each(['origin', 'deeplinkUrl', 'totp', 'globalWalletConnection'])(
  'POST create/%s refuses a field that it does not have',
  async (name) => {
    const { body } = await post(`create/${name}`, {
      ...{ origin: { origin: 'https://a.example.com' }, deeplinkUrl: { url: 'myapp://done' } }[name],
      noSuchField: 1,
    })
    expect(body.error).toContain('noSuchField must be left out, since there is no such field')
  },
)

it('POST create/allowlistEntry refuses an environment, which the allowlist has', async () => {
  const { id: allowlistId } = await mockOf().create.allowlist()
  const { id: environmentId } = mockOf().defaults.environments.sandbox
  const entry = { allowlistId, email: 'ada@example.com' }
  expect((await post('create/allowlistEntry', { ...entry, environmentId })).body.error).toContain('environmentId must')
  expect((await post('create/allowlistEntry', entry)).status).toBe(200)
})
