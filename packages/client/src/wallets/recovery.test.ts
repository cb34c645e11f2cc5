import { verifyMessage } from 'viem'
import { describe, expect, it } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { createWalletParty } from './createWalletParty.ts'
import type { CeremonyEngine } from './engine.ts'
import { toViemAccount } from './evm/viemAccount.ts'
import { relayEngine } from './relay/relayEngine.ts'
import { memoryShares } from './storage.ts'
import { createWalletWorld, type WalletWorld } from './test/walletWorld.ts'
import type { EmbeddedWallet } from './wallet.ts'

const password = 'correct horse battery staple'
const iterations = 1000

/** Whether a wallet signs as its address says. */
async function signs(wallet: EmbeddedWallet): Promise<boolean> {
  const { address, signMessage } = toViemAccount(wallet)
  const message = 'hello'
  return verifyMessage({ address, message, signature: await signMessage({ message }) })
}

type MadeWallet = { readonly id: string; readonly publicKey: string }

/** A wallet that a server makes for Grace before she has signed in. */
async function makeByServer({ mock }: WalletWorld, chain: string) {
  const { id, token } = mock.defaults.environments.sandbox
  const response = await mock.fetch(`${mock.baseUrl}/api/v0/environments/${id}/embeddedWallets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: 'grace@example.com', type: 'email', chains: [chain] }),
  })
  expect(response.status).toBe(201)
  const { user } = (await response.json()) as { user: { id: string; wallets: [MadeWallet] } }
  return { userId: user.id, wallet: user.wallets[0] }
}

describe('recovering a wallet that a server has made', () => {
  it.each([
    ['EVM', 'EVM'],
    ['SOL', 'SVM'],
    ['BTC', 'BTC'],
    ['SUI', 'SUI'],
    ['TON', 'TON'],
  ] as const)('takes its share without a password on %s, and the wallet keeps its address', async (chain, name) => {
    const world = await createWalletWorld()
    const { userId, wallet } = await makeByServer(world, chain)
    const device = await world.device({}, memoryShares(), userId)
    expect(await device.party.list()).toMatchObject([{ id: wallet.id, isOnDevice: false }])
    const recovered = await device.party.recover({ walletId: wallet.id })
    expect(recovered).toMatchObject({ id: wallet.id, chain: name, address: wallet.publicKey })
    expect(await device.party.list()).toMatchObject([{ id: wallet.id, isOnDevice: true }])
    const message = 'ab'.repeat(32)
    expect((await recovered.sign({ message, isFormatted: true })).publicKey).toBe(recovered.publicKey)
  })

  it('gives a wallet that signs, renews its shares, and is backed up with a password from then on', async () => {
    const world = await createWalletWorld()
    const { userId, wallet } = await makeByServer(world, 'EVM')
    const device = await world.device({}, memoryShares(), userId)
    const recovered = await device.party.recover({ walletId: wallet.id, password: 'not needed' })
    expect(await signs(recovered)).toBe(true)
    await recovered.refresh()
    await recovered.backUp({ password, iterations })
    const { party } = await world.device({}, memoryShares(), userId)
    expect(await rejection(party.recover({ walletId: wallet.id }))).toMatchObject({ reason: 'wrong_password' })
    expect(await rejection(party.recover({ walletId: wallet.id, password: 'wrong' }))).toMatchObject({
      reason: 'wrong_password',
    })
    expect(await signs(await party.recover({ walletId: wallet.id, password }))).toBe(true)
  })

  it('refuses a share of another form, one of another key, and an engine that cannot read it', async () => {
    const world = await createWalletWorld()
    const { userId, wallet } = await makeByServer(world, 'EVM')
    const { client } = await world.device({}, memoryShares(), userId)
    const recoverBy = (engine: CeremonyEngine) =>
      rejection(createWalletParty({ client, engine, storage: memoryShares() }).recover({ walletId: wallet.id }))
    const engine = relayEngine()
    const { readStoredShare: _, ...without } = engine
    expect(await recoverBy(without)).toMatchObject({ name: 'CeremonyError', reason: 'unsupported' })
    const malformed = {
      ...engine,
      readStoredShare: () => relayEngine().readStoredShare!({ chain: 'EVM', share: '{}' }),
    }
    expect(await recoverBy(malformed)).toMatchObject({ reason: 'backup_malformed' })
    const foreign: CeremonyEngine = {
      ...engine,
      readStoredShare: async (input) => ({ ...(await engine.readStoredShare!(input)), address: '0x00' }),
    }
    expect(await recoverBy(foreign)).toMatchObject({ reason: 'key_mismatch' })
  })

  it('finds nothing of a wallet of somebody else', async () => {
    const world = await createWalletWorld()
    const { wallet } = await makeByServer(world, 'EVM')
    const { party } = await world.device()
    expect(await rejection(party.recover({ walletId: wallet.id }))).toMatchObject({ name: 'ApiError', status: 404 })
  })
})

describe('a wallet on a device that the mock plays', () => {
  it('is recovered here from the backup of that device, and there from the one of this device', async () => {
    const world = await createWalletWorld()
    const wallet = await world.mock.wallets.embedded(world.userId, { chain: 'EVM', scheme: 'TWO_OF_THREE' })
    await wallet.backUp({ password })
    const { party } = await world.device()
    const recovered = await party.recover({ walletId: wallet.walletId, password })
    expect(recovered).toMatchObject({ address: wallet.address, publicKey: wallet.publicKey })
    expect(await signs(recovered)).toBe(true)

    await recovered.refresh()
    await recovered.backUp({ password: 'another one', iterations })
    await expect(wallet.newDevice({ password })).rejects.toThrow('the password is wrong')
    const device = await wallet.newDevice({ password: 'another one' })
    const signature = (await device.signMessage('hello')) as `0x${string}`
    expect(await verifyMessage({ address: toViemAccount(recovered).address, message: 'hello', signature })).toBe(true)
  })
})
