import { ed25519 } from '@noble/curves/ed25519.js'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { hashMessage, verifyMessage } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { openShare } from './embeddedBackup.ts'
import type { EmbeddedOptions } from './embeddedWallet.ts'

const host = createHost()
const digest = hashMessage('Welcome aboard')
const bytes = hexToBytes(digest.slice(2))

type Verify = typeof schnorr.verify
const verifyEcdsa: Verify = (signature, message, publicKey) =>
  secp256k1.verify(Uint8Array.from(signature), Uint8Array.from(message), Uint8Array.from(publicKey), { prehash: false })

beforeEach(() => host.mock.create.provider({ provider: 'dynamic' }))

async function createWallet(options: EmbeddedOptions = { chain: 'EVM' }) {
  const user = await host.mock.create.user({ email: 'ada@example.com' })
  return { user, wallet: await host.mock.wallets.embedded(user, options) }
}

describe('sign() of an embedded wallet', () => {
  it.each([
    [{ chain: 'EVM' }, verifyEcdsa],
    [{ chain: 'BTC' }, verifyEcdsa],
    [{ chain: 'BTC', addressType: 'taproot' }, schnorr.verify],
    [{ chain: 'SVM' }, ed25519.verify],
    [{ chain: 'SUI', scheme: 'TWO_OF_THREE' }, ed25519.verify],
    [{ chain: 'TON', scheme: 'THREE_OF_FIVE' }, ed25519.verify],
  ] as const)('signs with the key of a room on %o, and opens none', async (options, verify) => {
    const { wallet } = await createWallet(options)
    const rooms = () => host.mock.export().tables.rooms
    const before = rooms()
    const { signature, recovery } = await wallet.sign(digest)
    const publicKey = hexToBytes(wallet.publicKey)
    expect(verify(hexToBytes(signature), bytes, publicKey)).toBe(true)
    expect(rooms()).toEqual(before)
    const inRoom = await wallet.signInRoom(digest)
    expect(verify(hexToBytes(inRoom.signature), bytes, publicKey)).toBe(true)
    expect([typeof recovery, (rooms() as unknown[]).length]).toEqual([
      typeof inRoom.recovery,
      (before as unknown[]).length + 1,
    ])
  })

  it('refuses what is not a digest on EVM, what is not hex, and the wallet when it is gone', async () => {
    const { wallet } = await createWallet()
    await expect(wallet.sign('0x00')).rejects.toThrow('a digest of 32 bytes')
    await expect(wallet.sign('hello')).rejects.toThrow('not hex')
    await host.call('wallets.delete', { params: { walletId: wallet.walletId } })
    await expect(wallet.sign(digest)).rejects.toThrow('the wallet was deleted')
    wallet.loseDevice()
    await expect(wallet.sign(digest)).rejects.toThrow('the device of this wallet was lost')
  })

  it('refuses shares that a refresh on another device has replaced, as a room does', async () => {
    const { wallet } = await createWallet()
    await wallet.sign(digest)
    const other = await wallet.newDevice({ password: 'correct horse' })
    await other.refresh()
    await expect(wallet.sign(digest)).rejects.toMatchObject({ code: 'share_outdated' })
    await expect(wallet.signInRoom(digest)).rejects.toMatchObject({ code: 'share_outdated' })
    expect(await other.sign(digest)).toEqual(expect.objectContaining({ signature: expect.any(String) }))
  })
})

describe('another device of an embedded wallet', () => {
  it.each(['TWO_OF_TWO', 'TWO_OF_THREE', 'THREE_OF_FIVE'] as const)(
    'recovers the shares of %s by the password, and signs in a session of its own',
    async (scheme) => {
      const { wallet } = await createWallet({ chain: 'EVM', scheme })
      const before = (host.mock.export().tables.sessions as unknown[]).length
      await wallet.backUp({ password: 'correct horse' })
      wallet.loseDevice()
      await expect(wallet.signMessage('hello')).rejects.toThrow('the device of this wallet was lost')
      const device = await wallet.newDevice({ password: 'correct horse' })
      expect(device.shares).toHaveLength(scheme === 'THREE_OF_FIVE' ? 3 : Number(scheme === 'TWO_OF_THREE') + 1)
      const signature = (await device.signMessage('hello')) as `0x${string}`
      expect(await verifyMessage({ address: wallet.address as `0x${string}`, message: 'hello', signature })).toBe(true)
      expect((host.mock.export().tables.sessions as unknown[]).length).toBe(before + 1)
    },
  )

  it('makes the backup first where there is none, which opens with the password in any form of Unicode', async () => {
    const { wallet } = await createWallet()
    const device = await wallet.newDevice({ password: 'Zo\u00eb' })
    wallet.loseDevice()
    expect((await device.newDevice({ password: 'Zoe\u0308' })).shares).toEqual(device.shares)
  })

  it('gets nothing by another password, for another wallet, and from no backup', async () => {
    const { user, wallet } = await createWallet()
    await wallet.backUp({ password: 'correct horse' })
    await expect(wallet.newDevice({ password: 'battery staple' })).rejects.toThrow('the password is wrong')
    const lost = await host.mock.wallets.embedded(user, { chain: 'SVM' })
    lost.loseDevice()
    await expect(lost.backUp({ password: 'correct horse' })).rejects.toThrow('was lost')
    await expect(lost.newDevice({ password: 'correct horse' })).rejects.toThrow('no backup of this wallet')
    const { token } = await host.mock.signIn(user)
    const { body } = await host.call('keyShares.recover', { token, params: { walletId: wallet.walletId } })
    const [backup = ''] = body.keyShares.map(({ encryptedAccountCredential = '' }) => encryptedAccountCredential)
    await expect(openShare(backup, lost.walletId, 'correct horse')).rejects.toThrow('does not open')
    expect(await openShare(backup, wallet.walletId, 'correct horse')).toMatchObject({
      share: { signingShare: wallet.shares[0]?.signingShare },
    })
  })

  it('needs a new backup after a refresh', async () => {
    const { wallet } = await createWallet()
    await wallet.backUp({ password: 'correct horse' })
    await wallet.refresh()
    const device = await wallet.newDevice({ password: 'battery staple' })
    expect(device.shares).toEqual(wallet.shares)
  })
})
