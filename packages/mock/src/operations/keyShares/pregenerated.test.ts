import type { Identity, KeyShare, PrivateKeyFormat } from '@latchkey/ceremony'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals, unknownId } from '../../../test/contract/environmentRefusals.ts'
import { createDeviceWallet, createPerson, type DeviceWallet } from '../../../test/people/deviceWallets.ts'
import { addressOfExported, exportKey } from '../../../test/people/exportedKeys.ts'
import { enableWaas } from '../../../test/people/waasPeople.ts'

const host = createHost()

const email = 'ada@example.com'
const external = { location: 'external' }

beforeEach(() => enableWaas(host))

/** A wallet that a server creates for an address. */
async function createPregenerated(chain = 'EVM') {
  const { body } = await host.call('embeddedWallets.create', {
    body: { identifier: email, type: 'email', chains: [chain] },
  })
  const [wallet] = body.user?.wallets ?? []
  return { userId: body.user?.id ?? '', walletId: wallet?.id ?? '', wallet: wallet! }
}

/** Signs the user in on a new device, and recovers the shares there. */
async function recover({ userId, walletId }: { readonly userId: string; readonly walletId: string }) {
  const { token } = await host.mock.signIn(userId)
  const { keyShares } = (await host.call('keyShares.recover', { params: { walletId }, token })).body
  return { token, keyShares }
}

const propertiesOf = async (walletId: string) =>
  (await host.call('wallets.get', { params: { walletId } })).body.properties
const callOf = ({ userId, walletId }: { readonly userId: string; readonly walletId: string }) => ({
  params: { walletId },
  body: { userId, locations: [external] },
})

describe('a wallet that a server creates', () => {
  it('has its key in shares, of which the service stores both', async () => {
    const { walletId, wallet } = await createPregenerated()
    expect(wallet.properties).toEqual({
      version: 'V3',
      derivationPath: "m/44'/60'/0'/0/0",
      claimed: false,
      thresholdSignatureScheme: 'TWO_OF_TWO',
      keyShares: [
        {
          id: expect.any(String),
          backupLocation: 'service',
          passwordEncrypted: false,
          externalKeyShareId: expect.any(String),
        },
      ],
      settings: {},
    })
    expect(await propertiesOf(walletId)).toEqual(wallet.properties)
    expect(JSON.stringify(host.mock.export())).not.toContain('signingShare')
  })

  it.each([
    ['EVM', 'EVM', 'EVM'],
    ['SOL', 'SVM', 'SVM'],
    ['SUI', 'SUI', 'SUI'],
    ['TON', 'TON', 'TON'],
    ['BTC', 'BTC', 'native_segwit'],
  ] as const)('is taken over by its user, who recovers a share of the key on %s', async (chain, format, oracle) => {
    const { userId, walletId, wallet } = await createPregenerated(chain)
    const { token, keyShares } = await recover({ userId, walletId })
    expect((await propertiesOf(walletId))?.claimed).toBe(true)
    const holder = JSON.parse(keyShares[0]?.encryptedAccountCredential ?? '') as { identity: Identity; share: KeyShare }
    const device: DeviceWallet = {
      userId,
      token,
      walletId,
      address: wallet.publicKey,
      roomId: '',
      serverKeygenIds: [],
      parties: [holder],
    }
    const key = await exportKey(host, device, { format: format satisfies PrivateKeyFormat })
    expect(await addressOfExported[oracle](key)).toBe(wallet.publicKey)
  })

  it('keeps no share without a password once the user has backed up with one', async () => {
    const { userId, walletId } = await createPregenerated()
    const { token } = await recover({ userId, walletId })
    const params = { walletId }
    const sealed = { encryptedAccountCredentials: ['sealed'], passwordEncrypted: true }
    const { body } = await host.call('keyShares.backUp', { params, token, body: sealed })
    const locations = [{ location: 'service', externalKeyShareId: body.keyShares[0]?.externalKeyShareId }]
    await host.call('keyShares.markLocations', { params, token, body: { locations } })
    const { keyShares } = await recover({ userId, walletId })
    expect(keyShares.map((share) => share.encryptedAccountCredential)).toEqual(['sealed'])
  })
})

describeEnvironmentRefusals(host, {
  'keyShares.markLocationsForPregenerated': {
    params: async () => ({ walletId: (await createPregenerated()).walletId }),
    body: { userId: unknownId, locations: [external] },
  },
})

describe('keyShares.markLocationsForPregenerated', () => {
  it('records where a server has put a share, which the user sees', async () => {
    const pregenerated = await createPregenerated()
    const { status, body } = await host.call('keyShares.markLocationsForPregenerated', callOf(pregenerated))
    expect([status, body]).toEqual([
      201,
      {
        message: 'The locations are recorded.',
        walletId: pregenerated.walletId,
        locationsWithKeyShares: [
          { location: 'external', keyShareId: expect.any(String), externalKeyShareId: expect.any(String) },
        ],
      },
    ])
    const { keyShares } = await recover(pregenerated)
    expect(keyShares.map(({ backupLocation }) => backupLocation)).toEqual(['service', 'external'])
  })

  it('refuses a wallet that its user has taken over or made', async () => {
    const pregenerated = await createPregenerated()
    await recover(pregenerated)
    const own = await createDeviceWallet(host, { chain: 'SVM' })
    for (const wallet of [pregenerated, own]) {
      const refusal = await host.refuse('keyShares.markLocationsForPregenerated', callOf(wallet))
      expect(refusal).toMatchObject({ status: 422, code: 'key_share_already_backed_up' })
    }
  })

  it('refuses a second record of the place, and an unknown share', async () => {
    const pregenerated = await createPregenerated()
    await host.call('keyShares.markLocationsForPregenerated', callOf(pregenerated))
    const again = await host.refuse('keyShares.markLocationsForPregenerated', callOf(pregenerated))
    expect(again).toMatchObject({ status: 422, code: 'key_share_already_backed_up' })
    const locations = [{ location: 'service', externalKeyShareId: unknownId }]
    const unknown = await host.refuse('keyShares.markLocationsForPregenerated', {
      params: { walletId: pregenerated.walletId },
      body: { userId: pregenerated.userId, locations },
    })
    expect(unknown).toMatchObject({ status: 422, code: 'invalid_key_shares_length' })
  })

  it('answers 404 for an unknown user, for another one, and for a wallet without shares', async () => {
    const { userId, walletId } = await createPregenerated()
    const { userId: otherId } = await createPerson(host)
    const { id: externalId } = await host.mock.create.wallet(otherId)
    for (const input of [
      { userId: unknownId, walletId },
      { userId: otherId, walletId },
      { userId: otherId, walletId: externalId },
      { userId, walletId: unknownId },
    ])
      expect((await host.refuse('keyShares.markLocationsForPregenerated', callOf(input))).status).toBe(404)
  })
})
