import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { unknownId } from '../../../test/contract/environmentRefusals.ts'
import { createDeviceWallet, createPerson, type DeviceWallet, setWaas } from '../../../test/people/deviceWallets.ts'

const host = createHost()

const callOf = ({ walletId, token }: Pick<DeviceWallet, 'walletId' | 'token'>) => ({ params: { walletId }, token })
const backUp = async (wallet: DeviceWallet, ...ciphertexts: string[]) =>
  (
    await host.call('keyShares.backUp', {
      ...callOf(wallet),
      body: { encryptedAccountCredentials: ciphertexts, passwordEncrypted: true },
    })
  ).body.keyShares
const mark = async (wallet: DeviceWallet, ...locations: object[]) =>
  (await host.call('keyShares.markLocations', { ...callOf(wallet), body: { locations } })).body
const refuseMark = (wallet: DeviceWallet, ...locations: object[]) =>
  host.refuse('keyShares.markLocations', { ...callOf(wallet), body: { locations } })
const recover = async (wallet: DeviceWallet, body?: object) =>
  (await host.call('keyShares.recover', { ...callOf(wallet), body })).body.keyShares
const atService = (externalKeyShareId: string | undefined) => ({ location: 'service', externalKeyShareId })
const propertiesOf = async ({ walletId }: DeviceWallet) =>
  (await host.call('wallets.get', { params: { walletId } })).body.properties

describe('keyShares.backUp', () => {
  it('stores a ciphertext that shows nowhere before it is marked, and everywhere afterwards', async () => {
    const wallet = await createDeviceWallet(host)
    const [stored] = await backUp(wallet, 'sealed')
    expect(stored).toEqual({
      id: expect.any(String),
      backupLocation: 'service',
      passwordEncrypted: true,
      externalKeyShareId: expect.any(String),
    })
    expect(await recover(wallet)).toEqual([])
    expect((await propertiesOf(wallet))?.keyShares).toEqual([])

    const marked = await mark(wallet, atService(stored?.externalKeyShareId))
    expect(marked).toEqual({
      message: 'The locations are recorded.',
      walletId: wallet.walletId,
      locationsWithKeyShares: [
        { location: 'service', keyShareId: stored?.id, externalKeyShareId: stored?.externalKeyShareId },
      ],
    })
    expect(await recover(wallet)).toEqual([{ ...stored, encryptedAccountCredential: 'sealed' }])
    expect((await propertiesOf(wallet))?.keyShares).toEqual([stored])
    const { user } = (await host.call('users.get', { params: { userId: wallet.userId } })).body
    const credential = user?.verifiedCredentials?.find(({ id }) => id === wallet.walletId)
    expect(credential?.wallet_properties?.keyShares).toEqual([stored])
  })

  it('keeps the newest ciphertexts, as many as the user holds shares', async () => {
    const wallet = await createDeviceWallet(host, { thresholdSignatureScheme: 'TWO_OF_THREE' })
    const [first] = await backUp(wallet, 'first')
    const [second] = await backUp(wallet, 'second')
    const [third] = await backUp(wallet, 'third')
    expect(await refuseMark(wallet, atService(first?.externalKeyShareId))).toMatchObject({
      status: 422,
      code: 'invalid_key_shares_length',
    })
    await mark(wallet, atService(second?.externalKeyShareId), atService(third?.externalKeyShareId))
    expect((await recover(wallet)).map((share) => share.encryptedAccountCredential)).toEqual(['second', 'third'])
  })

  it('refuses none, and more than the user holds', async () => {
    const wallet = await createDeviceWallet(host)
    for (const encryptedAccountCredentials of [[], ['one', 'two']]) {
      const refusal = await host.refuse('keyShares.backUp', {
        ...callOf(wallet),
        body: { encryptedAccountCredentials, passwordEncrypted: true },
      })
      expect(refusal).toMatchObject({ status: 422, code: 'invalid_key_shares_length' })
    }
  })

  it('refuses a ciphertext without a password where the settings ask for one', async () => {
    const wallet = await createDeviceWallet(host)
    await setWaas(host, { passcodeRequired: true })
    const refuse = (passwordEncrypted: boolean) =>
      host.send('keyShares.backUp', {
        ...callOf(wallet),
        body: { encryptedAccountCredentials: ['sealed'], passwordEncrypted },
      })
    expect(await refuse(false)).toMatchObject({ status: 422, body: { code: 'invalid_update' } })
    expect(await refuse(true)).toMatchObject({ status: 201 })
  })

  it('refuses the service where the settings leave it out', async () => {
    const wallet = await createDeviceWallet(host)
    await setWaas(host, { backupOptions: ['external'] })
    const refusal = await host.refuse('keyShares.backUp', {
      ...callOf(wallet),
      body: { encryptedAccountCredentials: ['sealed'], passwordEncrypted: true },
    })
    expect(refusal).toMatchObject({ status: 422, code: 'invalid_update' })
  })

  it('refuses a ciphertext of more than 4,096 characters', async () => {
    const wallet = await createDeviceWallet(host)
    const body = { encryptedAccountCredentials: ['x'.repeat(4097)], passwordEncrypted: true }
    expect(await host.refuse('keyShares.backUp', { ...callOf(wallet), body })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })

  it('writes no ciphertext into the journal', async () => {
    const wallet = await createDeviceWallet(host)
    const [stored] = await backUp(wallet, 'a-very-secret-share')
    await mark(wallet, atService(stored?.externalKeyShareId))
    await recover(wallet)
    expect(JSON.stringify(host.mock.journal.list())).not.toContain('a-very-secret-share')
  })
})

describe('keyShares.markLocations', () => {
  it('replaces the oldest backup once the location is full, so that a new password counts', async () => {
    const wallet = await createDeviceWallet(host)
    for (const ciphertext of ['old password', 'new password']) {
      const [stored] = await backUp(wallet, ciphertext)
      await mark(wallet, atService(stored?.externalKeyShareId))
    }
    expect((await recover(wallet)).map((share) => share.encryptedAccountCredential)).toEqual(['new password'])
  })

  it('replaces the backup of the same party', async () => {
    const wallet = await createDeviceWallet(host, { thresholdSignatureScheme: 'TWO_OF_THREE' })
    const [, holder] = wallet.parties
    const stored = await backUp(wallet, 'one', 'two')
    await mark(wallet, atService(stored[0]?.externalKeyShareId), {
      ...atService(stored[1]?.externalKeyShareId),
      keygenId: holder?.identity.keygenId,
    })
    const [again] = await backUp(wallet, 'two again')
    await mark(wallet, { ...atService(again?.externalKeyShareId), keygenId: holder?.identity.keygenId })
    const ciphertexts = (await recover(wallet)).map((share) => share.encryptedAccountCredential)
    expect(ciphertexts).toEqual(['one', 'two again'])
  })

  it('records places of the application, with its ids or new ones', async () => {
    const wallet = await createDeviceWallet(host)
    const externalKeyShareId = '01938c5e-8b02-7d4e-9f0a-1b2c3d4e5f02'
    const { locationsWithKeyShares } = await mark(
      wallet,
      { location: 'external', externalKeyShareId },
      { location: 'deviceCloud', thresholdSignatureScheme: 'TWO_OF_TWO' },
    )
    expect(locationsWithKeyShares).toEqual([
      { location: 'external', keyShareId: expect.any(String), externalKeyShareId },
      { location: 'deviceCloud', keyShareId: expect.any(String), externalKeyShareId: expect.any(String) },
    ])
    expect(await recover(wallet)).toMatchObject([
      { backupLocation: 'external', passwordEncrypted: false },
      { backupLocation: 'deviceCloud', passwordEncrypted: false },
    ])
  })

  it('refuses an id at the service that names no stored share of the wallet', async () => {
    const wallet = await createDeviceWallet(host)
    const other = await createDeviceWallet(host)
    const [foreign] = await backUp(other, 'foreign')
    for (const id of [undefined, unknownId, foreign?.externalKeyShareId])
      expect(await refuseMark(wallet, atService(id))).toMatchObject({ status: 422, code: 'invalid_key_shares_length' })
    expect(await recover(wallet)).toEqual([])
  })

  it('refuses a share that is recorded already', async () => {
    const wallet = await createDeviceWallet(host)
    const [stored] = await backUp(wallet, 'sealed')
    await mark(wallet, atService(stored?.externalKeyShareId), { location: 'external' })
    for (const again of [atService(stored?.externalKeyShareId), { location: 'external' }])
      expect(await refuseMark(wallet, again)).toMatchObject({ status: 422, code: 'key_share_already_backed_up' })
  })

  it('records all entries or none', async () => {
    const wallet = await createDeviceWallet(host)
    await refuseMark(wallet, { location: 'external' }, atService(unknownId))
    expect(await recover(wallet)).toEqual([])
  })

  it.each([
    ['no entry', [], 422, 'invalid_key_shares_length'],
    [
      'two entries for one share',
      [{ location: 'external' }, { location: 'external' }],
      422,
      'invalid_key_shares_length',
    ],
    ['a share that was not delivered', [{ location: 'delegated' }], 422, 'invalid_update'],
    ['another party', [{ location: 'external', keygenId: 'somebody' }], 422, 'invalid_update'],
    ['another scheme', [{ location: 'external', thresholdSignatureScheme: 'TWO_OF_THREE' }], 422, 'invalid_update'],
    ['an id that is no UUID', [{ location: 'external', externalKeyShareId: 'my file' }], 400, 'validation_failed'],
  ])('refuses %s', async (...[, locations, status, code]) => {
    expect(await refuseMark(await createDeviceWallet(host), ...locations)).toMatchObject({ status, code })
  })

  it('refuses a location that the settings leave out', async () => {
    const wallet = await createDeviceWallet(host)
    await setWaas(host, { backupOptions: ['service'] })
    expect(await refuseMark(wallet, { location: 'deviceCloud' })).toMatchObject({ status: 422, code: 'invalid_update' })
  })
})

describe('keyShares.markLocation', () => {
  it('records a place of the application', async () => {
    const wallet = await createDeviceWallet(host)
    const { status, body } = await host.call('keyShares.markLocation', {
      ...callOf(wallet),
      body: { location: 'external' },
    })
    expect([status, body]).toEqual([
      201,
      { message: 'The location is recorded.', walletId: wallet.walletId, location: 'external' },
    ])
    expect(await recover(wallet)).toMatchObject([{ backupLocation: 'external' }])
  })

  it('refuses the service, where a stored share has to be named, and a second record of the place', async () => {
    const wallet = await createDeviceWallet(host)
    const markOne = (location: string) => host.send('keyShares.markLocation', { ...callOf(wallet), body: { location } })
    expect(await markOne('service')).toMatchObject({ status: 422, body: { code: 'invalid_key_shares_length' } })
    await markOne('external')
    expect(await markOne('external')).toMatchObject({ status: 422, body: { code: 'key_share_already_backed_up' } })
  })
})

describe('keyShares.recover', () => {
  it('narrows to the named shares, and ignores those of other wallets', async () => {
    const wallet = await createDeviceWallet(host)
    const { locationsWithKeyShares } = await mark(wallet, { location: 'external' }, { location: 'deviceCloud' })
    const other = await createDeviceWallet(host)
    const theirs = await mark(other, { location: 'external' })
    const keyShareIds = [locationsWithKeyShares[1]?.keyShareId, theirs.locationsWithKeyShares[0]?.keyShareId]
    expect(await recover(wallet, { keyShareIds })).toMatchObject([{ backupLocation: 'deviceCloud' }])
    expect(await recover(wallet, { keyShareIds: [] })).toHaveLength(2)
  })

  it('shows the backups to another session of the user', async () => {
    const wallet = await createDeviceWallet(host)
    const [stored] = await backUp(wallet, 'sealed')
    await mark(wallet, atService(stored?.externalKeyShareId))
    const { token } = await host.mock.signIn(wallet.userId)
    expect(await recover({ ...wallet, token })).toMatchObject([{ encryptedAccountCredential: 'sealed' }])
  })
})

const body = {
  backUp: { encryptedAccountCredentials: ['sealed'], passwordEncrypted: true },
  markLocation: { location: 'external' },
  markLocations: { locations: [{ location: 'external' }] },
  backUpToCloudDrive: undefined,
  recover: undefined,
}

describe.each(['backUp', 'backUpToCloudDrive', 'markLocation', 'markLocations', 'recover'] as const)(
  'keyShares.%s',
  (name) => {
    const id = `keyShares.${name}` as const

    it("answers for somebody else's wallet, an unknown one and one without shares as for one that is not there", async () => {
      const wallet = await createDeviceWallet(host)
      const { userId, token } = await createPerson(host)
      const { id: external } = await host.mock.create.wallet(userId)
      for (const walletId of [wallet.walletId, unknownId, external])
        expect(await host.refuse(id, { params: { walletId }, token, body: body[name] })).toMatchObject({ status: 404 })
    })

    it('refuses a call without a session', async () => {
      const refusal = await host.refuse(id, { params: { walletId: unknownId }, token: null, body: body[name] })
      expect(refusal).toMatchObject({ status: 401, code: 'unauthorized' })
    })

    it('refuses an id that is no UUID', async () => {
      const { token } = await createPerson(host)
      expect((await host.refuse(id, { params: { walletId: 'x' }, token, body: body[name] })).status).toBe(400)
    })
  },
)
