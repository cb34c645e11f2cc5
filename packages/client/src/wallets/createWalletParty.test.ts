import { verifyMessage } from 'viem'
import { describe, expect, it } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { createWalletParty } from './createWalletParty.ts'
import type { WalletChain } from './engine.ts'
import { toViemAccount } from './evm/viemAccount.ts'
import { relayEngine } from './relay/relayEngine.ts'
import { memoryShares } from './storage.ts'
import { createWalletWorld } from './test/walletWorld.ts'
import type { EmbeddedWallet } from './wallet.ts'

const iterations = 1000
const password = 'correct horse battery staple'

/** Whether a wallet signs as its address says. */
async function signs(wallet: EmbeddedWallet): Promise<boolean> {
  const { address, signMessage } = toViemAccount(wallet)
  const message = 'hello'
  return verifyMessage({ address, message, signature: await signMessage({ message }) })
}

describe('createWalletParty()', () => {
  it.each([
    ['EVM', undefined, /^0x[\dA-Fa-f]{40}$/],
    ['SVM', undefined, /^[1-9A-HJ-NP-Za-km-z]{43,44}$/],
    ['SUI', undefined, /^0x[\da-f]{64}$/],
    ['TON', undefined, /^[\w-]{48}$/],
    ['BTC', 'native_segwit', /^bc1q[\da-z]{38}$/],
    ['BTC', 'taproot', /^bc1p[\da-z]{58}$/],
  ] as const)('makes a wallet of %s %s with the address that the profile shows', async (chain, addressType, form) => {
    const { party } = await (await createWalletWorld()).device()
    const wallet = await party.create({ chain, addressType })
    expect(wallet).toMatchObject({ chain, address: expect.stringMatching(form), id: expect.any(String) })
    expect(await party.list()).toEqual([{ id: wallet.id, chain, address: wallet.address, isOnDevice: true }])
  })

  it.each(['TWO_OF_TWO', 'TWO_OF_THREE', 'THREE_OF_FIVE'] as const)('makes a key %s that signs', async (scheme) => {
    const { party } = await (await createWalletWorld()).device()
    expect(await signs(await party.create({ chain: 'EVM', scheme }))).toBe(true)
  })

  it.each(['SVM', 'SUI', 'TON'] as const)('signs bytes and texts on %s', async (chain: WalletChain) => {
    const { party } = await (await createWalletWorld()).device()
    const wallet = await party.create({ chain })
    const key = await crypto.subtle.importKey('raw', Buffer.from(wallet.publicKey, 'hex'), 'Ed25519', false, ['verify'])
    const verify = async (bytes: Buffer, hex: string) =>
      crypto.subtle.verify('Ed25519', key, Uint8Array.from(Buffer.from(hex, 'hex')), Uint8Array.from(bytes))
    const text = await wallet.sign({ message: 'grüezi' })
    expect(await verify(Buffer.from('grüezi'), text.signature)).toBe(true)
    const bytes = await wallet.sign({ message: '00ff', isFormatted: true })
    expect(await verify(Buffer.from([0, 255]), bytes.signature)).toBe(true)
    expect(await verify(Buffer.from([0, 254]), bytes.signature)).toBe(false)
  })

  it('passes on the refusal of the service', async () => {
    const { party } = await (await createWalletWorld()).device()
    await party.create({ chain: 'EVM' })
    const error = await rejection(party.create({ chain: 'EVM' }))
    expect(error).toMatchObject({ name: 'ApiError', status: 422, operation: 'waas.createAccount' })
  })

  it('gives a wallet to the page that comes later, and to no other device', async () => {
    const world = await createWalletWorld()
    const device = await world.device()
    const { id } = await device.party.create({ chain: 'EVM' })
    expect(await signs(await device.reload().party.get(id))).toBe(true)

    const { party } = await world.device()
    expect(await party.list()).toMatchObject([{ id, isOnDevice: false }])
    expect(await rejection(party.get(id))).toMatchObject({ name: 'CeremonyError', reason: 'share_missing' })
  })

  it('needs an environment', () => {
    const client = { baseUrl: 'https://api.example.com', dispatch: () => Promise.reject(new Error('unused')) }
    expect(() => createWalletParty({ client, storage: memoryShares(), engine: relayEngine() })).toThrow(TypeError)
  })
})

describe('rooms that are opened in advance', () => {
  const rooms = (mock: { journal: { list(): readonly { operation?: string | undefined }[] } }, operation: string) =>
    mock.journal.list().filter((entry) => entry.operation === operation)

  it('are used by the next signatures', async () => {
    const world = await createWalletWorld()
    const { party } = await world.device()
    const wallet = await party.create({ chain: 'EVM' })
    await wallet.openRooms(2)
    for (const _ of [1, 2, 3]) expect(await signs(wallet)).toBe(true)
    expect(rooms(world.mock, 'waasRooms.createRooms')).toHaveLength(1)
    expect(rooms(world.mock, 'waas.signMessage')).toHaveLength(3)
  })

  it('are given up when the service does not take them any more', async () => {
    const world = await createWalletWorld()
    const { party } = await world.device()
    const wallet = await party.create({ chain: 'EVM' })
    await wallet.openRooms(1)
    await world.mock.clock.advance({ minutes: 11 })
    expect(await signs(wallet)).toBe(true)
    expect(rooms(world.mock, 'waas.signMessage')).toHaveLength(2)
  })
})

describe('the life of shares', () => {
  it('goes on with new shares after a refresh, and a copy of the earlier ones signs no more', async () => {
    const world = await createWalletWorld()
    const device = await world.device()
    const wallet = await device.party.create({ chain: 'EVM' })
    const copy = memoryShares()
    for (const key of await device.storage.keys('')) await copy.set(key, String(await device.storage.get(key)))

    await wallet.refresh()
    expect(await signs(wallet)).toBe(true)
    const { party } = await world.device({}, copy)
    const error = await rejection(signs(await party.get(wallet.id)))
    expect(error).toMatchObject({ name: 'CeremonyError', reason: 'share_outdated' })
  })

  it.each([
    ['TWO_OF_TWO', 'TWO_OF_THREE'],
    ['TWO_OF_THREE', 'TWO_OF_TWO'],
    ['TWO_OF_TWO', 'THREE_OF_FIVE'],
    ['THREE_OF_FIVE', 'TWO_OF_THREE'],
  ] as const)('goes from %s to %s with the same address', async (from, to) => {
    const { party } = await (await createWalletWorld()).device()
    const wallet = await party.create({ chain: 'EVM', scheme: from })
    await wallet.reshare({ scheme: to })
    expect(await signs(wallet)).toBe(true)
    expect(await party.list()).toMatchObject([{ address: wallet.address }])
  })

  it('passes on that a transition is not allowed, and signs with the shares before', async () => {
    const { party } = await (await createWalletWorld()).device()
    const wallet = await party.create({ chain: 'EVM', scheme: 'THREE_OF_FIVE' })
    expect(await rejection(wallet.reshare({ scheme: 'TWO_OF_TWO' }))).toMatchObject({ name: 'ApiError', status: 422 })
    expect(await signs(wallet)).toBe(true)
  })
})

describe('export and import', () => {
  it.each(['EVM', 'SVM', 'SUI', 'BTC', 'TON'] as const)(
    'carry a key of %s to another user with its address',
    async (chain) => {
      const first = await (await (await createWalletWorld()).device()).party.create({ chain })
      const privateKey = await first.export()
      const world = await createWalletWorld()
      const { party } = await world.device()
      const wallet = await party.import({ chain, privateKey })
      expect(await party.list()).toMatchObject([{ id: wallet.id, address: wallet.address }])
      expect(wallet.publicKey).toBe(first.publicKey)
      expect(wallet.address).toBe(first.address)
    },
  )

  it('signs with an imported key', async () => {
    const { party } = await (await createWalletWorld()).device()
    expect(await signs(await party.import({ chain: 'EVM', privateKey: `0x${'5a'.repeat(32)}` }))).toBe(true)
  })

  it('refuse a malformed key before the service is asked', async () => {
    const { mock, device } = await createWalletWorld()
    const { party } = await device()
    const error = await rejection(party.import({ chain: 'EVM', privateKey: 'much too short' }))
    expect(error).toMatchObject({ name: 'CeremonyError', reason: 'invalid_private_key_format' })
    expect(mock.journal.list().filter(({ operation }) => operation?.startsWith('waas.'))).toEqual([])
    expect(String(error)).not.toContain('much too short')
  })
})

describe('backup and recovery', () => {
  it.each(['TWO_OF_TWO', 'TWO_OF_THREE', 'THREE_OF_FIVE'] as const)(
    'bring a wallet %s to a second device',
    async (scheme) => {
      const world = await createWalletWorld()
      const wallet = await (await world.device()).party.create({ chain: 'EVM', scheme })
      await wallet.backUp({ password, iterations })

      const second = await world.device()
      const recovered = await second.party.recover({ walletId: wallet.id, password })
      expect(recovered).toMatchObject({ id: wallet.id, address: wallet.address, publicKey: wallet.publicKey })
      expect(await signs(recovered)).toBe(true)
      expect(await second.party.list()).toMatchObject([{ isOnDevice: true }])
      await recovered.refresh()
      expect(await signs(await second.reload().party.get(wallet.id))).toBe(true)
    },
  )

  it('open nothing with another password', async () => {
    const world = await createWalletWorld()
    const wallet = await (await world.device()).party.create({ chain: 'EVM' })
    await wallet.backUp({ password, iterations })
    const second = await world.device()
    const error = await rejection(second.party.recover({ walletId: wallet.id, password: 'a guess' }))
    expect(error).toMatchObject({ name: 'CeremonyError', reason: 'wrong_password' })
    expect(await second.storage.keys('')).toEqual([])
  })

  it('say when there is no backup', async () => {
    const world = await createWalletWorld()
    const wallet = await (await world.device()).party.create({ chain: 'EVM' })
    const { party } = await world.device()
    const error = await rejection(party.recover({ walletId: wallet.id, password }))
    expect(error).toMatchObject({ name: 'CeremonyError', reason: 'share_missing' })
  })

  it('show the service neither share nor password', async () => {
    const world = await createWalletWorld()
    const device = await world.device()
    const wallet = await device.party.create({ chain: 'EVM' })
    await wallet.backUp({ password, iterations })
    const [key = ''] = await device.storage.keys('latchkey.wallet.')
    const { shares } = JSON.parse(String(await device.storage.get(key)))
    const { share, secretKey } = JSON.parse(shares[0].secret)
    const seen = JSON.stringify([world.mock.journal.list(), await world.mock.export()])
    for (const secret of [share.signingShare, secretKey, password]) expect(seen).not.toContain(secret)
  })
})
