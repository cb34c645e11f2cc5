import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { requestEmailCode } from '../../../test/people/oneTimeCodes.ts'
import { claimsOf, walletPeople } from '../../../test/people/walletPeople.ts'
import type { TestWallet } from '../../control/device/walletControl.ts'

const host = createHost()
const { person, reader, link, signed, walletsOf, userOf, eventsNow } = walletPeople(host)
const email = 'ada@example.com'

let wallet: TestWallet
let other: TestWallet
beforeEach(async () => {
  wallet = await host.mock.wallets.evm()
  other = await host.mock.wallets.sol()
})

/** Ids of the user's wallets by address, as the user is shown them. */
async function idsShownTo(token: string): Promise<Record<string, string>> {
  const { verifiedCredentials } = (await host.call('profile.get', { token })).body
  return Object.fromEntries(verifiedCredentials.flatMap(({ address, id }) => (address ? [[address, id]] : [])))
}

/** Ids of the user's wallets by address, as a server is shown them. */
async function idsOnServer(userId: string): Promise<Record<string, string>> {
  return Object.fromEntries((await walletsOf(userId)).map(({ publicKey, id }) => [publicKey, id]))
}

describe('the id of a wallet', () => {
  it('is the id of its credential, for every way of creating the wallet', async () => {
    await host.mock.create.provider({ provider: 'dynamic' })
    const { id, token } = await reader(email)
    await link(token, wallet)
    await host.mock.create.wallet(id)
    await host.call('embeddedWallets.create', { body: { identifier: email, type: 'email', chains: ['BTC'] } })
    const ids = await idsShownTo(token)
    expect(Object.keys(ids)).toHaveLength(3)
    expect(ids).toEqual(await idsOnServer(id))
    const user = await userOf(id)
    expect(user?.verifiedCredentials?.flatMap(({ embedded_wallet_id }) => embedded_wallet_id ?? [])).toEqual([
      user?.wallets?.find(({ provider }) => provider === 'embeddedWallet')?.id,
    ])
  })

  it('lets a user select and unlink a wallet that a server has linked by what the profile shows', async () => {
    const { id, token } = await person(wallet)
    const { publicKey } = await host.mock.create.wallet(id)
    const walletId = (await idsShownTo(token))[publicKey]
    const selected = await host.call('walletSignIn.select', { body: { walletId }, token })
    expect(claimsOf(selected.body.jwt)).toMatchObject({ verified_account: { address: publicKey } })
    await host.call('walletSignIn.unlink', { body: { walletId }, token })
    expect(Object.keys(await idsOnServer(id))).toEqual([wallet.address])
  })

  it('moves to another user with the wallet', async () => {
    const former = await person(wallet)
    const { id, token } = await reader()
    const body = { ...(await signed(wallet)), skipEmptyAccountCheck: true }
    await host.call('walletSignIn.transfer', { body, token })
    expect(await idsShownTo(token)).toEqual({ [wallet.address]: former.credentialId })
    expect(await idsOnServer(id)).toEqual({ [wallet.address]: former.credentialId })
    expect((await eventsNow('wallet.transferred')).map(({ data }) => data.id)).toEqual([former.credentialId])
  })

  it('moves with the wallet when users are merged', async () => {
    await host.mock.create.provider({ provider: 'emailOnly' })
    const { token: otherToken } = await reader(email)
    await link(otherToken, other)
    const moved = await idsShownTo(otherToken)
    const { id, token, credentialId } = await person(wallet)
    await host.refuse('emailSignIn.verify', { token, body: await requestEmailCode(host, email) })
    await host.call('profile.merge', { token })
    expect(await idsShownTo(token)).toEqual({ ...moved, [wallet.address]: credentialId })
    expect(await idsOnServer(id)).toEqual({ ...moved, [wallet.address]: credentialId })
  })

  it('stays with a wallet that is deleted and recovered, and is new after unlinking and linking again', async () => {
    const { id, token } = await reader()
    await link(token, wallet)
    const before = await idsShownTo(token)
    const walletId = before[wallet.address] as string
    await host.call('wallets.delete', { params: { walletId } })
    expect((await host.call('wallets.list')).body.wallets).toMatchObject([{ id: walletId, signInEnabled: true }])
    await host.call('wallets.recover', { body: { userId: id } })
    expect(await idsShownTo(token)).toEqual(before)
    expect(await idsOnServer(id)).toEqual(before)
    await host.call('walletSignIn.unlink', { body: { walletId }, token })
    await link(token, wallet)
    const after = await idsShownTo(token)
    expect(after).toEqual(await idsOnServer(id))
    expect(after).not.toEqual(before)
  })
})
