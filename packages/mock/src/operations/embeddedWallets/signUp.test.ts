import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { signInByEmail } from '../../../test/people/oneTimeCodes.ts'
import { walletPeople } from '../../../test/people/walletPeople.ts'

const host = createHost()
const { person, walletsOf, eventsNow } = walletPeople(host)

const email = 'ada@example.com'
const chainsOf = async (userId: string) => (await walletsOf(userId)).map(({ chain }) => chain)
const names = async () => (await eventsNow()).map(({ eventName }) => eventName).reverse()

describe('embedded wallets at the sign-up', () => {
  beforeEach(async () => {
    await host.mock.create.provider({ provider: 'dynamic' })
    await host.mock.create.provider({ provider: 'emailOnly' })
  })

  it('are created once, if the settings say so, for a user who signs up without a wallet', async () => {
    await host.mock.settings.patch({ sdk: { automaticEmbeddedWalletCreation: true } })
    const { body } = await signInByEmail(host, email)
    expect(body.user.verifiedCredentials).toMatchObject([{ format: 'email' }, { wallet_provider: 'embeddedWallet' }])
    expect(await names()).toEqual(['user.created', 'user.session.created', 'wallet.created'])
    await host.call('wallets.delete', { params: { walletId: (await walletsOf(body.user.id))[0]?.id as string } })
    expect((await signInByEmail(host, email)).body.user.verifiedCredentials).toHaveLength(1)
    const evmPerson = await person(await host.mock.wallets.evm())
    expect(await chainsOf(evmPerson.id)).toEqual(['EVM'])
  })

  it('are created for a user with an external wallet if the settings say so', async () => {
    await host.mock.settings.patch({ sdk: { embeddedWallets: { automaticEmbeddedWalletCreationForExternal: true } } })
    const solanaPerson = await person(await host.mock.wallets.sol())
    expect(await chainsOf(solanaPerson.id)).toEqual(['SOL', 'EVM'])
    expect((await signInByEmail(host, email)).body.user.verifiedCredentials).toHaveLength(1)
  })

  it('are not created by default, and not without a suitable provider', async () => {
    expect((await signInByEmail(host, email)).body.user.verifiedCredentials).toHaveLength(1)
    await host.mock.settings.patch({ sdk: { automaticEmbeddedWalletCreation: true } })
    const {
      body: { providers = [] },
    } = await host.call('providers.list')
    await host.call('providers.disable', {
      params: { providerId: providers.find(({ provider }) => provider === 'dynamic')?.id as string },
    })
    expect((await signInByEmail(host, 'bob@example.com')).body.user.verifiedCredentials).toHaveLength(1)
  })
})
