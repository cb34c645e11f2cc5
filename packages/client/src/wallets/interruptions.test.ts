import { verifyMessage } from 'viem'
import { describe, expect, it } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { toViemAccount } from './evm/viemAccount.ts'
import { memoryShares } from './storage.ts'
import { createWalletWorld, cutAt } from './test/walletWorld.ts'
import type { EmbeddedWallet } from './wallet.ts'

/** Whether a wallet signs as its address says. */
async function signs(wallet: EmbeddedWallet): Promise<boolean> {
  const { address, signMessage } = toViemAccount(wallet)
  const message = 'hello'
  return verifyMessage({ address, message, signature: await signMessage({ message }) })
}

const moments = [
  ['before', 1],
  ['after', 1],
  ['before', 2],
  ['after', 2],
] as const

describe('a key generation that is interrupted', () => {
  it.each(moments)('%s message %i of a key generation is ended by the next page', async (moment, post) => {
    const connection = cutAt(moment, post)
    const device = await (await createWalletWorld()).device(connection)
    expect(await rejection(device.party.create({ chain: 'EVM' }))).toMatchObject({ name: 'ConnectionError' })

    connection.mend()
    const { party, storage } = device.reload()
    const [wallet] = await party.resume()
    expect(await signs(wallet as EmbeddedWallet)).toBe(true)
    expect(await party.list()).toMatchObject([{ id: wallet?.id, isOnDevice: true }])
    expect(await storage.keys('latchkey.ceremony.')).toEqual([])
  })

  it('by a lost answer is ended although the room is over', async () => {
    const connection = cutAt('after', 2)
    const world = await createWalletWorld()
    const device = await world.device(connection)
    await rejection(device.party.create({ chain: 'EVM' }))
    connection.mend()
    await world.mock.clock.advance({ minutes: 11 })
    const [wallet] = await device.reload().party.resume()
    expect(await signs(wallet as EmbeddedWallet)).toBe(true)
  })

  it('and whose room is over without a wallet is forgotten', async () => {
    const connection = cutAt('before', 2)
    const world = await createWalletWorld()
    const device = await world.device(connection)
    await rejection(device.party.create({ chain: 'EVM' }))
    connection.mend()
    await world.mock.clock.advance({ minutes: 11 })
    expect(await device.reload().party.resume()).toEqual([])
    expect(await device.storage.keys('')).toEqual([])
  })

  it('stays for its user while somebody else is signed in', async () => {
    const connection = cutAt('after', 2)
    const world = await createWalletWorld()
    const storage = memoryShares()
    await rejection((await world.device(connection, storage)).party.create({ chain: 'EVM' }))
    connection.mend()
    await world.mock.clock.advance({ minutes: 11 })
    const { id: grace } = await world.mock.create.user({ email: 'grace@example.com' })
    expect(await (await world.device({}, storage, grace)).party.resume()).toEqual([])
    const [wallet] = await (await world.device({}, storage)).party.resume()
    expect(await signs(wallet as EmbeddedWallet)).toBe(true)
  })

  it('is left alone while another page plays it', async () => {
    const world = await createWalletWorld()
    let resumed: readonly EmbeddedWallet[] | undefined
    let later: Promise<void> | undefined
    const device = await world.device({
      before(url) {
        if (url.endsWith('/messages')) {
          later ??= device
            .reload()
            .party.resume()
            .then((wallets) => void (resumed = wallets))
        }
      },
    })
    const wallet = await device.party.create({ chain: 'EVM' })
    await later
    expect(resumed).toEqual([])
    expect(await signs(wallet)).toBe(true)
  })
})

describe.each(['refresh', 'reshare'] as const)('a %s that is interrupted', (kind) => {
  const renew = (wallet: EmbeddedWallet) =>
    kind === 'refresh' ? wallet.refresh() : wallet.reshare({ scheme: 'TWO_OF_TWO' })

  async function interrupt(moment: 'before' | 'after', post: number) {
    const connection = cutAt(moment, post)
    const world = await createWalletWorld()
    const storage = memoryShares()
    const { id } = await (await world.device({}, storage)).party.create({ chain: 'EVM' })
    const device = await world.device(connection, storage)
    expect(await rejection(renew(await device.party.get(id)))).toMatchObject({ name: 'ConnectionError' })
    connection.mend()
    return { world, id, device: device.reload() }
  }

  it.each(moments)('%s message %i of a renewal is ended by the next page', async (moment, post) => {
    const { device, id } = await interrupt(moment, post)
    expect(await device.party.resume()).toMatchObject([{ id }])
    expect(await signs(await device.party.get(id))).toBe(true)
    expect(await device.storage.keys('latchkey.ceremony.')).toEqual([])
  })

  it.each(moments)('%s message %i signs with the shares that count when the room is over', async (moment, post) => {
    const { world, device, id } = await interrupt(moment, post)
    await world.mock.clock.advance({ minutes: 11 })
    await device.party.resume()
    expect(await signs(await device.party.get(id))).toBe(true)
    expect(await signs(await device.reload().party.get(id))).toBe(true)
  })
})

describe('a storage', () => {
  it('that is full ends a key generation before anything is posted', async () => {
    const world = await createWalletWorld()
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    const posts: string[] = []
    const before = (url: string) => url.includes('/relay/') && posts.push(url)
    const { party } = await world.device({ before }, { ...memoryShares(), set: full })
    const error = await rejection(party.create({ chain: 'EVM' }))
    expect(error).toMatchObject({ name: 'CeremonyError', reason: 'storage_failed' })
    expect(posts).toEqual([])
  })

  it('that holds another version of the records is not read', async () => {
    const { party, storage } = await (await createWalletWorld()).device()
    const { id } = await party.create({ chain: 'EVM' })
    const [key = ''] = await storage.keys('latchkey.wallet.')
    await storage.set(key, JSON.stringify({ ...JSON.parse(String(await storage.get(key))), v: 2 }))
    expect(await rejection(party.get(id))).toMatchObject({ reason: 'storage_failed' })
  })
})

it('a signal ends a key generation with its reason, and the next page can go on', async () => {
  const controller = new AbortController()
  const after = (url: string) => url.endsWith('/messages') && controller.abort('gone')
  const device = await (await createWalletWorld()).device({ after })
  expect(await rejection(device.party.create({ chain: 'EVM', signal: controller.signal }))).toBe('gone')
  expect(await device.reload().party.resume()).toHaveLength(1)
})
