import { readPrivateKey, type PrivateKeyFormat, type Scheme } from '@latchkey/ceremony'
import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { hexToBytes, toHex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { unknownId } from '../../../test/contract/environmentRefusals.ts'
import { createDeviceWallet, createPerson, type DeviceWallet, type Person } from '../../../test/people/deviceWallets.ts'
import { addressOfExported, expectKeyOf, exportKey } from '../../../test/people/exportedKeys.ts'
import { createParties, idsOf, playRoom, postToRelay, sharesOf } from '../../../test/people/waasDevice.ts'
import { clientCounts, signedIn } from '../../../test/people/waasPeople.ts'

const host = createHost()

/** A key of each chain, as wallets write it. */
const keys: Record<PrivateKeyFormat, string> = {
  EVM: `0x${'4c'.repeat(32)}`,
  BTC: 'Kyn2MzkArgCRNKmsicTtzPz7DJ52h7WMrzoB2vGsZicp13R37Bk8',
  SVM: '2XUb5NC47nqTor32ugWxmB5FbugHvFyPH5eusbLxoQVhMMMRp1B9PiNDLw3sETkfvVEie6yCRAoe1Co9siYC5pEz',
  SUI: 'suiprivkey1qpxycnzvf3xycnzvf3xycnzvf3xycnzvf3xycnzvf3xycnzvf3xyct5nwdc',
  TON: '4c'.repeat(32),
}

interface Import {
  readonly chain?: PrivateKeyFormat
  readonly key?: string
  readonly scheme?: Scheme
  readonly legacyWalletId?: string
}

const bodyOf = ({ chain = 'EVM', scheme = 'TWO_OF_TWO', legacyWalletId }: Import = {}) => {
  const identities = createParties(`import ${chain}`, clientCounts[scheme])
  const body = { chain, clientKeygenIds: idsOf(identities), thresholdSignatureScheme: scheme, legacyWalletId }
  return { identities, body }
}

/** Opens the room of an import, and deals the key in it. */
async function importKey(person: Person, input: Import = {}): Promise<DeviceWallet> {
  const { chain = 'EVM', key = keys[chain] } = input
  const { identities, body } = bodyOf(input)
  const { token } = person
  const { roomId, walletId = '', serverKeygenIds } = (await host.call('waas.importPrivateKey', { token, body })).body
  const secret = readPrivateKey(chain, key)
  const parties = identities.map((identity, i) => (i === 0 ? { identity, secret } : { identity }))
  const { results } = await playRoom(host.mock, roomId, { parties })
  const shares = sharesOf(results)
  const { body: wallet } = await host.call('wallets.get', { params: { walletId } })
  const holders = identities.map((identity) => ({ identity, share: shares[identity.keygenId]! }))
  return { ...person, walletId, roomId, serverKeygenIds, address: wallet.publicKey, parties: holders }
}

const refuse = (token: string, input?: Import) =>
  host.refuse('waas.importPrivateKey', { token, body: bodyOf(input).body })
const createdEvents = async () =>
  (await host.call('events.list')).body.filter(({ eventName }) => eventName === 'wallet.created')
const walletsOf = async ({ userId }: Person) =>
  (await host.call('wallets.listByUser', { params: { userId } })).body.wallets ?? []

describe('waas.importPrivateKey', () => {
  it.each([
    ['EVM', 'EVM', 'EVM'],
    ['BTC', 'BTC', 'native_segwit'],
    ['SVM', 'SOL', 'SVM'],
    ['SUI', 'SUI', 'SUI'],
    ['TON', 'TON', 'TON'],
  ] as const)(
    'makes a wallet on %s with the address of the key, which can be exported again',
    async (chain, walletChain, oracle) => {
      const person = await createPerson(host)
      const wallet = await importKey(person, { chain })
      expect(wallet.address).toBe(await addressOfExported[oracle](keys[chain]))
      expect(await walletsOf(person)).toMatchObject([
        {
          id: wallet.walletId,
          chain: walletChain,
          publicKey: wallet.address,
          provider: 'embeddedWallet',
          properties: { version: 'V3', thresholdSignatureScheme: 'TWO_OF_TWO', derivationPath: 'm', keyShares: [] },
        },
      ])
      expect(await createdEvents()).toMatchObject([{ data: { id: wallet.walletId, publicKey: wallet.address } }])
      expect(await exportKey(host, wallet, { format: chain })).toBe(keys[chain])
    },
  )

  it('makes a wallet that signs', async () => {
    const wallet = await importKey(await createPerson(host))
    await expectKeyOf(host, wallet, wallet.parties)
  })

  it.each(['TWO_OF_THREE', 'THREE_OF_FIVE'] as const)('deals the key to the parties of %s', async (scheme) => {
    const wallet = await importKey(await createPerson(host), { scheme })
    expect(wallet.parties).toHaveLength(clientCounts[scheme])
    expect(await exportKey(host, wallet, { holders: wallet.parties.slice(-1) })).toBe(keys.EVM)
  })

  it('makes no wallet before the key is dealt', async () => {
    const person = await createPerson(host)
    const { body } = bodyOf()
    const { body: room } = await host.call('waas.importPrivateKey', { token: person.token, body })
    expect(room).toEqual({
      roomId: expect.any(String),
      serverKeygenIds: [expect.any(String)],
      walletId: expect.any(String),
    })
    expect(await walletsOf(person)).toEqual([])
  })

  it('refuses a key whose address another user has, and stores nothing', async () => {
    await importKey(await createPerson(host))
    const person = await createPerson(host)
    await expect(importKey(person)).rejects.toThrow('embedded_wallet_address_already_linked')
    expect(await walletsOf(person)).toEqual([])
    expect(await createdEvents()).toHaveLength(1)
  })

  it('refuses a key whose wallet the user has linked from elsewhere', async () => {
    const person = await createPerson(host)
    const publicWalletAddress = addressOfExported.EVM(keys.EVM)
    await host.mock.create.wallet(person.userId, { publicWalletAddress })
    await expect(importKey(person)).rejects.toThrow('embedded_wallet_address_already_linked')
  })

  it.each([
    ['EVM', '0x1234'],
    ['EVM', `0x${'00'.repeat(32)}`],
    ['BTC', 'Kyn2MzkArgCRNKmsicTtzPz7DJ52h7WMrzoB2vGsZicp13R37Bk9'],
    ['SVM', '2XUb5NC47nqTor32ugWxmB5FbugHvFyPH5eusbLxoQVh'],
    ['SUI', 'suiprivkey1qpxycnzvf3'],
    ['TON', 'zz'.repeat(32)],
  ] as const)('is given no malformed key by a device, on %s: %s', async (chain, key) => {
    const person = await createPerson(host)
    await expect(importKey(person, { chain, key })).rejects.toMatchObject({ code: 'invalid_private_key_format' })
    expect(await walletsOf(person)).toEqual([])
  })

  it('refuses what is dealt where it does not verify, and goes on with the room', async () => {
    const person = await createPerson(host)
    const { identities, body } = bodyOf()
    const { roomId } = (await host.call('waas.importPrivateKey', { token: person.token, body })).body
    const [dealer] = identities
    const parties = idsOf(identities)
    const { body: joined } = await postToRelay(host.mock, `${roomId}/join`, { protocol: 'latchkey-1', parties })
    const { coordinator } = joined.plan as { coordinator: string }
    const box = { step: 0, from: dealer!.keygenId, to: coordinator, sealed: 'AAAA' }
    const post = { protocol: 'latchkey-1', from: dealer!.keygenId, boxes: [box] }
    expect(await postToRelay(host.mock, `${roomId}/messages`, post)).toMatchObject({
      status: 422,
      body: { code: 'other_verify_failure' },
    })
    const secret = readPrivateKey('EVM', keys.EVM)
    await playRoom(host.mock, roomId, { parties: [{ identity: dealer!, secret }] })
    expect(await walletsOf(person)).toMatchObject([{ publicKey: addressOfExported.EVM(keys.EVM) }])
  })

  it('refuses a second wallet on the chain, a wrong number of parties and one that is named twice', async () => {
    const person = await createPerson(host)
    await createDeviceWallet(host, { person })
    expect(await refuse(person.token)).toMatchObject({
      status: 422,
      code: 'too_many_embedded_wallets_per_chain_for_user',
    })
    const { body } = bodyOf({ chain: 'SVM', scheme: 'TWO_OF_THREE' })
    const [one] = body.clientKeygenIds
    for (const clientKeygenIds of [[one], [one, one]]) {
      const refusal = await host.refuse('waas.importPrivateKey', {
        token: person.token,
        body: { ...body, clientKeygenIds },
      })
      expect(refusal).toMatchObject({ status: 422, code: 'invalid_key_shares_length' })
    }
  })

  it('refuses where wallets of the third generation are not active', async () => {
    const { token } = await signedIn(host)
    expect(await refuse(token)).toMatchObject({ status: 422, code: 'no_compatible_wallet_service_enabled' })
  })
})

/** A user with a wallet of the first generation, whose key the service keeps, and that key. */
async function createLegacyWallet() {
  const vendor = await host.mock.create.provider({ provider: 'turnkey' })
  const email = 'ada@example.com'
  const { body } = await host.call('embeddedWallets.create', { body: { identifier: email, type: 'email' } })
  const [wallet] = body.user?.wallets ?? []
  const userId = body.user?.id ?? ''
  const { token } = await host.mock.signIn(userId)
  await host.call('providers.disable', { params: { providerId: vendor.id } })
  await host.mock.create.provider({ provider: 'dynamic' })
  const [seed] = host.mock.export().tables.embeddedSeeds as { entropy: string }[]
  const mnemonic = entropyToMnemonic(hexToBytes(`0x${seed!.entropy}`), wordlist)
  const key = toHex(mnemonicToAccount(mnemonic).getHdKey().privateKey!)
  return { person: { userId, token }, wallet: wallet!, key }
}

describe('waas.importPrivateKey of a wallet whose key the service keeps', () => {
  it('makes it a wallet of the third generation with the same id, address and credential', async () => {
    const { person, wallet, key } = await createLegacyWallet()
    const credentials = async () => (await host.call('profile.get', { token: person.token })).body.verifiedCredentials
    const before = await credentials()
    const events = await createdEvents()
    const imported = await importKey(person, { key, legacyWalletId: wallet.id })
    expect(imported).toMatchObject({ walletId: wallet.id, address: wallet.publicKey })
    expect(await walletsOf(person)).toEqual([
      {
        ...wallet,
        properties: {
          version: 'V3',
          derivationPath: wallet.properties?.derivationPath,
          thresholdSignatureScheme: 'TWO_OF_TWO',
          keyShares: [],
          settings: {},
        },
      },
    ])
    const ids = (list: readonly { id: string; address?: string }[]) => list.map(({ id, address }) => [id, address])
    expect(ids(await credentials())).toEqual(ids(before))
    expect(await createdEvents()).toEqual(events)
    expect(await exportKey(host, imported)).toBe(key)
  })

  it('ends the record at the custody vendor, once its last wallet is in shares', async () => {
    const { person, wallet, key } = await createLegacyWallet()
    const vendorWallets = () => host.mock.export().tables.vendorWallets
    expect(vendorWallets()).toMatchObject([{ userId: person.userId }])
    await importKey(person, { key, legacyWalletId: wallet.id })
    expect(vendorWallets()).toEqual([])
    const params = { walletId: wallet.id }
    const refusal = await host.refuse('vendorWallets.getDeleteRequest', { token: person.token, params })
    expect(refusal.status).toBe(404)
  })

  it('refuses another key, and leaves the wallet as it was', async () => {
    const { person, wallet } = await createLegacyWallet()
    await expect(importKey(person, { legacyWalletId: wallet.id })).rejects.toThrow('other_verify_failure')
    expect(await walletsOf(person)).toEqual([wallet])
  })

  it('refuses another chain, and a wallet whose key is in shares already', async () => {
    const { person, wallet, key } = await createLegacyWallet()
    const onSolana = { chain: 'SVM', legacyWalletId: wallet.id } as const
    expect(await refuse(person.token, onSolana)).toMatchObject({ status: 422, code: 'invalid_update' })
    await importKey(person, { key, legacyWalletId: wallet.id })
    const again = await refuse(person.token, { legacyWalletId: wallet.id })
    expect(again).toMatchObject({ status: 422, code: 'invalid_update' })
  })

  it('refuses a wallet that is not embedded, and answers 404 for one of somebody else', async () => {
    const { wallet } = await createLegacyWallet()
    const { userId, token } = await createPerson(host)
    const { id: external } = await host.mock.create.wallet(userId)
    expect(await refuse(token, { legacyWalletId: external })).toMatchObject({ status: 422, code: 'invalid_update' })
    for (const legacyWalletId of [wallet.id, unknownId])
      expect((await refuse(token, { legacyWalletId })).status).toBe(404)
  })
})
