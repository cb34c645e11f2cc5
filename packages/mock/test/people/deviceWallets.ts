import type { KeyShare, PartySecrets } from '@latchkey/ceremony'
import type { components } from '@latchkey/types'
import type { callsOf, TestHost } from '../hosts/harness.ts'
import { playRoom } from './waasDevice.ts'
import { createSharedWallet, enableWaas, type SharedWallet, signedIn } from './waasPeople.ts'

type Schemas = components['schemas']
type Host = TestHost & ReturnType<typeof callsOf>

/** The session of a user. */
export interface Person {
  readonly userId: string
  readonly token: string
}

/** A wallet whose key is shared, with a session of its user. */
export type DeviceWallet = SharedWallet & Person

/** A party of a user with its share. */
export type Holder = SharedWallet['parties'][number]

let count = 0

/** Signs a new user in, where wallets of the third generation can be made. */
export async function createPerson(host: Host): Promise<Person> {
  const { body } = await host.call('providers.list')
  if (!body.providers?.some(({ provider }) => provider === 'dynamic')) await enableWaas(host)
  return signedIn(host, `person${++count}@example.com`)
}

/** Makes a wallet by a real key generation, by default of a new user. */
export async function createDeviceWallet(
  host: Host,
  { person, ...body }: Partial<Schemas['CreateWaasAccountRequest']> & { readonly person?: Person } = {},
): Promise<DeviceWallet> {
  const { userId, token } = person ?? (await createPerson(host))
  return { userId, token, ...(await createSharedWallet(host, token, body)) }
}

/** Plays the user's parties of a room that makes new shares. Those that get no share are left out. */
export async function playForShares(host: Host, roomId: string, parties: readonly PartySecrets[]): Promise<Holder[]> {
  const { results } = await playRoom(host.mock, roomId, { parties })
  return parties.flatMap(({ identity }) => {
    const share: KeyShare | undefined = shareOf(results[identity.keygenId])
    return share ? [{ identity, share }] : []
  })
}

function shareOf(result: Awaited<ReturnType<typeof playRoom>>['results'][string] | undefined): KeyShare | undefined {
  return result?.kind === 'share' ? result.share : undefined
}

/** Changes the settings of wallets whose key is shared. Those that are not named are the most permissive ones. */
export async function setWaas(host: Host, waas: Partial<Schemas['ProjectSettingsSdkWaas']>): Promise<void> {
  await host.mock.settings.patch({
    sdk: {
      waas: {
        passcodeRequired: false,
        onSignUp: { promptBackupOptions: false, promptClientShareExport: false },
        backupOptions: ['cloudDrive', 'deviceCloud', 'service', 'external', 'delegated'],
        ...waas,
      },
    },
  })
}

/** Changes the settings of one wallet, most of which no operation changes. */
export function setWalletSettings({ mock }: Host, walletId: string, settings: Schemas['WaasWalletSettings']): void {
  const state = mock.export() as { tables: Record<string, readonly Record<string, unknown>[]> }
  const wallets = (state.tables.wallets ?? []).map((wallet) =>
    wallet.id === walletId ? { ...wallet, properties: { ...(wallet.properties as object), settings } } : wallet,
  )
  mock.import({ ...state, tables: { ...state.tables, wallets } })
}
