import type { KeySet } from '@latchkey/ceremony'
import { Ed25519PublicKey } from '@mysten/sui/keypairs/ed25519'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { HDKey } from '@scure/bip32'
import { p2tr, p2wpkh } from '@scure/btc-signer'
import { getAddressDecoder } from '@solana/kit'
import { beginCell, contractAddress } from '@ton/core'
import { hexToBytes, toHex } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { unknownId } from '../../../test/contract/environmentRefusals.ts'
import { enableMfa, firstStepToken } from '../../../test/people/secondFactor.ts'
import { createParties, idsOf, joinAtRelay, playRoom, postToRelay } from '../../../test/people/waasDevice.ts'
import {
  clientCounts,
  createSharedWallet,
  enableWaas,
  openAccount,
  signedIn,
  waasSettings,
} from '../../../test/people/waasPeople.ts'

const host = createHost()
let token: string
let userId: string

beforeEach(async () => {
  await enableWaas(host)
  ;({ userId, token } = await signedIn(host))
})

const walletsOfUser = async () => (await host.call('wallets.listByUser', { params: { userId } })).body.wallets
const profileIds = async () => (await host.call('profile.get', { token })).body.verifiedCredentials.map(({ id }) => id)
const eventsNamed = async (name: string) =>
  (await host.call('events.list')).body.filter(({ eventName }) => eventName === name)

const publicKeyAt = ({ groupKey, chainCode = '' }: KeySet, path: string) =>
  new HDKey({ publicKey: hexToBytes(`0x${groupKey}`), chainCode: hexToBytes(`0x${chainCode}`) }).derive(path).publicKey!

const keyBytes = ({ groupKey }: KeySet) => hexToBytes(`0x${groupKey}`)

/** The address that a library of the chain derives from the joint public key. */
const addressBy: Record<string, (keySet: KeySet) => string | undefined> = {
  EVM(keySet) {
    const key = secp256k1.Point.fromBytes(publicKeyAt(keySet, 'm/44/60/0/0/0')).toBytes(false)
    return publicKeyToAddress(toHex(key))
  },
  SVM: (keySet) => getAddressDecoder().decode(keyBytes(keySet)),
  SUI: (keySet) => new Ed25519PublicKey(keyBytes(keySet)).toSuiAddress(),
  TON(keySet) {
    // The published code of wallet v3 R2, by its hash.
    const code = beginCell().storeBuffer(walletV3R2).endCell()
    expect(code.hash().toString('hex')).toBe('84dafa449f98a6987789ba232358072bc0f76dc4524002a5d0918b9a75d2d599')
    const data = beginCell()
      .storeUint(0, 32)
      .storeUint(698_983_191, 32)
      .storeBuffer(Buffer.from(keyBytes(keySet)))
    return contractAddress(0, { code, data: data.endCell() }).toString({ bounceable: false })
  },
  native_segwit: (keySet) => p2wpkh(publicKeyAt(keySet, 'm/84/0/0/0/0')).address,
  taproot: (keySet) => p2tr(publicKeyAt(keySet, 'm/86/0/0/0/0').subarray(1)).address,
}

const walletV3R2 = Buffer.from(
  'ff0020dd2082014c97ba218201339cbab19f71b0ed44d0d31fd31f31d70bffe304e0a4f2608308d71820d31fd31fd31ff82313bbf263ed44d0d31fd31fd3ffd15132baf2a15144baf2a204f901541055f910f2a3f8009320d74a96d307d402fb00e8d101a4c8cb1fcb1fcbffc9ed54',
  'hex',
)

const schemes = ['TWO_OF_TWO', 'TWO_OF_THREE', 'THREE_OF_FIVE'] as const
const chains = ['EVM', 'SVM', 'SUI', 'TON'] as const

describe('waas.createAccount', () => {
  it.each(chains.flatMap((chain) => schemes.map((scheme) => [chain, scheme] as const)))(
    'makes a wallet on %s with %s, whose address a library derives from the joint public key',
    async (chain, thresholdSignatureScheme) => {
      const wallet = await createSharedWallet(host, token, { chain, thresholdSignatureScheme })
      const keySets = wallet.parties.map(({ share }) => share.keySet)
      for (const keySet of keySets) expect(keySet).toEqual(keySets[0])
      expect(wallet.parties).toHaveLength(clientCounts[thresholdSignatureScheme])
      expect(wallet.address).toBe(addressBy[chain]?.(keySets[0] as KeySet))
      expect(await walletsOfUser()).toEqual([
        {
          id: wallet.walletId,
          name: 'embedded',
          chain: chain === 'SVM' ? 'SOL' : chain,
          publicKey: wallet.address,
          provider: 'embeddedWallet',
          properties: {
            version: 'V3',
            thresholdSignatureScheme,
            derivationPath: chain === 'EVM' ? 'm/44/60/0/0/0' : 'm',
            keyShares: [],
            settings: {},
          },
          lastSelectedAt: null,
        },
      ])
    },
  )

  it.each([
    ['native_segwit', 'm/84/0/0/0/0'],
    ['taproot', 'm/86/0/0/0/0'],
  ])('makes a %s wallet on BTC', async (addressType, derivationPath) => {
    const { address, parties } = await createSharedWallet(host, token, { chain: 'BTC', addressType })
    expect(address).toBe(addressBy[addressType]?.(parties[0]!.share.keySet))
    expect(await walletsOfUser()).toMatchObject([{ chain: 'BTC', publicKey: address, properties: { derivationPath } }])
  })

  it('shows the wallet nowhere before the last acknowledgement, and everywhere afterwards', async () => {
    const { roomId, walletId, identities } = await openAccount(host, token)
    const before = await profileIds()
    const isListed = async () => {
      const listed = (await host.call('wallets.list')).body.wallets ?? []
      return [
        (await walletsOfUser()).some(({ id }) => id === walletId),
        listed.some(({ id }) => id === walletId),
        (await profileIds()).includes(walletId),
        (await eventsNamed('wallet.created')).length === 1,
      ]
    }
    await joinAtRelay(host.mock, roomId, idsOf(identities))
    expect(await isListed()).toEqual([false, false, false, false])
    expect((await host.refuse('wallets.get', { params: { walletId } })).status).toBe(404)
    await playRoom(host.mock, roomId, { parties: identities.map((identity) => ({ identity })) })
    expect(await isListed()).toEqual([true, true, true, true])
    expect(await profileIds()).toEqual([...before, walletId])
    const [created] = await eventsNamed('wallet.created')
    expect(created).toMatchObject({ data: { id: walletId, userId, chain: 'EVM' } })
  })

  it('shows servers how the key is shared', async () => {
    const { walletId, address } = await createSharedWallet(host, token, { chain: 'SVM' })
    expect((await host.call('wallets.list')).body.wallets).toMatchObject([
      {
        id: walletId,
        signInEnabled: false,
        waasWallet: {
          walletId,
          accountAddress: address,
          chainName: 'SVM',
          thresholdSignatureScheme: 'TWO_OF_TWO',
          derivationPath: 'm',
          keyShares: [],
        },
      },
    ])
  })

  it('lets a deleted wallet come back with its key', async () => {
    const { walletId, address } = await createSharedWallet(host, token)
    await host.call('wallets.delete', { params: { walletId } })
    expect(await walletsOfUser()).toEqual([])
    await host.call('wallets.recover', { body: { userId } })
    expect((await host.call('wallets.list')).body.wallets).toMatchObject([
      { id: walletId, waasWallet: { accountAddress: address } },
    ])
  })

  it.each(schemes)('refuses with %s any other number of client parties, and a repeated one', async (scheme) => {
    const count = clientCounts[scheme]
    const [identity, ...rest] = idsOf(createParties('many', count + 1))
    const lists = [
      rest.slice(0, count - 1),
      [identity, ...rest],
      Array.from({ length: count === 1 ? 2 : count }, () => identity),
    ]
    for (const clientKeygenIds of lists) {
      const body = { chain: 'EVM', clientKeygenIds, thresholdSignatureScheme: scheme }
      const refusal = await host.refuse('waas.createAccount', { token, body })
      expect(refusal).toMatchObject({ status: 422, code: 'invalid_key_shares_length' })
    }
  })

  it('refuses a second wallet on the chain, and allows five where the settings say so', async () => {
    const clientKeygenIds = idsOf(createParties('second'))
    const refuse = () => host.refuse('waas.createAccount', { token, body: { chain: 'SVM', clientKeygenIds } })
    const tooMany = { status: 422, code: 'too_many_embedded_wallets_per_chain_for_user' }
    await createSharedWallet(host, token, { chain: 'SVM' })
    expect(await refuse()).toMatchObject(tooMany)
    await createSharedWallet(host, token, { chain: 'SUI' })
    await host.mock.settings.patch({ sdk: { waas: { ...waasSettings, allowMultipleWaasWalletsPerChain: true } } })
    for (let count = 2; count <= 5; count++) await createSharedWallet(host, token, { chain: 'SVM' })
    expect(await refuse()).toMatchObject(tooMany)
  })

  it('opens one key generation per chain at a time, unless the lock is skipped', async () => {
    const body = { chain: 'EVM', clientKeygenIds: idsOf(createParties('lock')) }
    const { roomId, identities } = await openAccount(host, token)
    expect(await host.refuse('waas.createAccount', { token, body })).toMatchObject({
      status: 400,
      code: 'lock_timeout',
    })
    await openAccount(host, token, { chain: 'SVM' })
    const other = await openAccount(host, token, { skipLock: true })
    // Whoever finishes second meets the limit then, and the room fails.
    await playRoom(host.mock, roomId, { parties: identities.map((identity) => ({ identity })) })
    await expect(
      playRoom(host.mock, other.roomId, { parties: other.identities.map((identity) => ({ identity })) }),
    ).rejects.toThrow('too_many_embedded_wallets_per_chain_for_user')
    const again = await postToRelay(host.mock, `${other.roomId}/join`, {
      protocol: 'latchkey-1',
      parties: idsOf(other.identities),
    })
    expect(again).toMatchObject({ status: 422, body: { code: 'too_many_embedded_wallets_per_chain_for_user' } })
    expect(await walletsOfUser()).toHaveLength(1)
  })

  it.each([
    ['no base58', '0OIl'],
    ['too short', '9sQ3mVbK7tYpLxWnRf'],
    ['a key of small order', '1'.repeat(32)],
  ])('refuses a party id that is no key, and locks nobody: %s', async (_, keygenId) => {
    const body = { chain: 'EVM' as const, clientKeygenIds: [keygenId] }
    expect(await host.refuse('waas.createAccount', { token, body })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', error: expect.stringContaining('clientKeygenIds') },
    })
    await openAccount(host, token)
  })

  it('releases the lock when the room expires', async () => {
    await openAccount(host, token)
    await host.mock.clock.advance({ minutes: 9, seconds: 59 })
    const body = { chain: 'EVM', clientKeygenIds: idsOf(createParties('later')) }
    expect((await host.refuse('waas.createAccount', { token, body })).code).toBe('lock_timeout')
    await host.mock.clock.advance({ seconds: 1 })
    expect((await host.call('waas.createAccount', { token, body })).status).toBe(200)
  })

  it('refuses a kind of address that the chain does not have', async () => {
    const clientKeygenIds = idsOf(createParties('address'))
    for (const body of [
      { chain: 'BTC' },
      { chain: 'BTC', addressType: 'p2pkh' },
      { chain: 'EVM', addressType: 'taproot' },
    ])
      expect(await host.refuse('waas.createAccount', { token, body: { ...body, clientKeygenIds } })).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
  })

  it('refuses a chain that the settings leave out, and an environment without such wallets', async () => {
    const chainConfigurations = [{ name: 'evm', enabled: true, primary: true }]
    await host.mock.settings.patch({ sdk: { embeddedWallets: { chainConfigurations } } })
    const body = { chain: 'SVM', clientKeygenIds: idsOf(createParties('left out')) }
    expect(await host.refuse('waas.createAccount', { token, body })).toMatchObject({
      status: 422,
      code: 'invalid_embedded_wallet_chains_configuration',
    })
    const { providers } = (await host.call('providers.list')).body
    const providerId = providers?.find(({ provider }) => provider === 'dynamic')?.id as string
    await host.call('providers.disable', { params: { providerId } })
    expect(await host.refuse('waas.createAccount', { token, body: { ...body, chain: 'EVM' } })).toMatchObject({
      status: 422,
      code: 'no_compatible_wallet_service_enabled',
    })
  })

  it('refuses a call without a session, with a token of the first step, and in another environment', async () => {
    const body = { chain: 'EVM', clientKeygenIds: idsOf(createParties('stranger')) }
    expect((await host.refuse('waas.createAccount', { token: null, body })).status).toBe(401)
    const params = { environmentId: host.mock.defaults.environments.live.id }
    expect((await host.refuse('waas.createAccount', { token, body, params })).status).toBeGreaterThanOrEqual(401)
    expect(
      (await host.refuse('waas.createAccount', { token, body, params: { environmentId: unknownId } })).status,
    ).toBe(401)
    await enableMfa(host)
    await host.mock.create.totp(userId)
    const session = await host.mock.signIn(userId)
    const first = await firstStepToken(host, session.token)
    for (const open of [session.token, first.token])
      expect(await host.refuse('waas.createAccount', { token: open, body })).toMatchObject({
        status: 403,
        code: 'mfa_required',
      })
  })

  it('refuses the hundred and first open room', async () => {
    await host.mock.settings.patch({ sdk: { waas: { ...waasSettings, allowMultipleWaasWalletsPerChain: true } } })
    const body = { chain: 'EVM', clientKeygenIds: idsOf(createParties('hundred')), skipLock: true }
    for (let count = 0; count < 100; count++) await host.call('waas.createAccount', { token, body })
    expect(await host.refuse('waas.createAccount', { token, body })).toMatchObject({
      status: 429,
      code: 'too_many_requests',
    })
    await host.mock.clock.advance({ minutes: 10 })
    expect((await host.call('waas.createAccount', { token, body })).status).toBe(200)
  })
})
