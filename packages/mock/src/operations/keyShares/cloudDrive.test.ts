import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { createDeviceWallet, type DeviceWallet, setWaas } from '../../../test/people/deviceWallets.ts'
import { signInByOAuth } from '../../../test/people/oauthRoundTrip.ts'

const host = createHost()

const driveScope = 'https://www.googleapis.com/auth/drive.file'
const email = 'ada@example.com'

/** A user who has signed in with an account whose access token has these scopes, and made a wallet. */
async function createDriveWallet(scopes: string): Promise<DeviceWallet & { readonly accountId: string }> {
  await host.mock.create.provider({ provider: 'google', scopes })
  await host.mock.create.provider({ provider: 'dynamic' })
  const { accountId } = await host.mock.idp.google.addUser({ email })
  const { body } = await signInByOAuth(host, { email })
  const person = { userId: body.user.id, token: body.jwt ?? '' }
  return { ...(await createDeviceWallet(host, { person })), accountId }
}

const callOf = ({ walletId, token }: DeviceWallet) => ({ params: { walletId }, token })
const backUp = (wallet: DeviceWallet, ...encryptedAccountCredentials: string[]) =>
  host.call('keyShares.backUp', {
    ...callOf(wallet),
    body: { encryptedAccountCredentials, passwordEncrypted: true },
  })
const copy = async (wallet: DeviceWallet) =>
  (await host.call('keyShares.backUpToCloudDrive', callOf(wallet))).body.keyShares
const refuseCopy = (wallet: DeviceWallet) => host.refuse('keyShares.backUpToCloudDrive', callOf(wallet))
const recover = async (wallet: DeviceWallet) => (await host.call('keyShares.recover', callOf(wallet))).body.keyShares
const filesOf = async (accessToken: string | undefined) => {
  const response = await host.fetch(`${host.mock.baseUrl}/__mock/idp/google/files`, {
    headers: accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` },
  })
  return { status: response.status, body: await response.json() }
}

describe('keyShares.backUpToCloudDrive', () => {
  it("writes the newest ciphertexts into a file of the user's drive, which counts once it is marked", async () => {
    const wallet = await createDriveWallet(`openid email ${driveScope}`)
    await backUp(wallet, 'older')
    await backUp(wallet, 'sealed')
    const [stored] = await copy(wallet)
    expect(stored).toEqual({
      id: expect.any(String),
      backupLocation: 'cloudDrive',
      passwordEncrypted: true,
      externalKeyShareId: expect.any(String),
    })
    const { id, externalKeyShareId } = stored ?? {}
    const [file, ...others] = host.mock.idp.google.files()
    expect(others).toEqual([])
    expect(file).toMatchObject({ accountId: wallet.accountId, name: `key-shares-${wallet.walletId}.json` })
    expect(JSON.parse(file?.content ?? '')).toEqual({
      walletId: wallet.walletId,
      keyShares: [{ id, externalKeyShareId, passwordEncrypted: true, encryptedAccountCredential: 'sealed' }],
    })

    expect(await recover(wallet)).toEqual([])
    const locations = [{ location: 'cloudDrive', externalKeyShareId }]
    await host.call('keyShares.markLocations', { ...callOf(wallet), body: { locations } })
    expect(await recover(wallet)).toEqual([stored])
  })

  it('replaces the file when it copies again', async () => {
    const wallet = await createDriveWallet(`openid ${driveScope}`)
    for (const ciphertext of ['first', 'second']) {
      await backUp(wallet, ciphertext)
      await copy(wallet)
    }
    const files = host.mock.idp.google.files()
    expect(files).toHaveLength(1)
    expect(files[0]?.content).toContain('second')
  })

  it('writes what an application reads with the access token of the user, and nobody else does', async () => {
    const wallet = await createDriveWallet(`openid ${driveScope}`)
    await backUp(wallet, 'sealed')
    await copy(wallet)
    const { body: profile } = await host.call('profile.get', { token: wallet.token })
    const oauthAccountId = profile.verifiedCredentials.find(({ format }) => format === 'oauth')?.id ?? ''
    const { body } = await host.call('oauth.getAccessToken', { params: { oauthAccountId }, token: wallet.token })
    expect(await filesOf(body.accessToken)).toMatchObject({
      status: 200,
      body: { files: [{ name: `key-shares-${wallet.walletId}.json` }] },
    })
    expect((await filesOf(undefined)).status).toBe(401)
    expect((await filesOf('another')).status).toBe(401)
  })

  it('refuses an access token without the scope, and writes nothing', async () => {
    const wallet = await createDriveWallet('openid email')
    await backUp(wallet, 'sealed')
    expect(await refuseCopy(wallet)).toMatchObject({ status: 400, code: 'bad_request' })
    expect(host.mock.idp.google.files()).toEqual([])
  })

  it('refuses an access token that has expired', async () => {
    const wallet = await createDriveWallet(`openid ${driveScope}`)
    await backUp(wallet, 'sealed')
    await host.mock.clock.advance({ minutes: 61 })
    expect(await refuseCopy(wallet)).toMatchObject({ status: 400, code: 'bad_request' })
  })

  it('refuses a user who has linked no account with a drive', async () => {
    const wallet = await createDeviceWallet(host)
    await backUp(wallet, 'sealed')
    expect(await refuseCopy(wallet)).toMatchObject({ status: 400, code: 'bad_request' })
  })

  it('refuses before a ciphertext is stored, and a drive that the settings leave out', async () => {
    const wallet = await createDriveWallet(`openid ${driveScope}`)
    expect(await refuseCopy(wallet)).toMatchObject({ status: 422, code: 'invalid_key_shares_length' })
    await backUp(wallet, 'sealed')
    await setWaas(host, { backupOptions: ['service'] })
    expect(await refuseCopy(wallet)).toMatchObject({ status: 422, code: 'invalid_update' })
  })
})
