import type { CallOptions, Caller } from '../calls/createTransport.ts'
import { get as getProfile } from '../generated/operations/profile.ts'
import type { ProjectSettings, SdkUser, VerifiedCredential } from '../generated/operations/schemas.ts'
import { get as getSettings } from '../generated/operations/sdkSettings.ts'
import { CeremonyError } from '../shared/ceremonyError.ts'
import type { OpenedRoom, WalletChain } from './engine.ts'
import type { SignOptions } from './wallet.ts'

/** A room as the operations answer it. */
interface RoomReply {
  readonly roomId: string
  readonly walletId?: string
  readonly serverKeygenIds?: readonly string[]
  readonly newServerKeygenIds?: readonly string[]
}

/** A wallet as the user's profile shows it. */
export interface WalletSummary {
  /** Id of the wallet. A UUID. */
  readonly id: string
  readonly chain: WalletChain
  readonly address: string
}

/** A user, and the user's embedded wallets. */
export interface WalletUser {
  readonly id: string
  readonly wallets: readonly WalletSummary[]
}

/** How credentials name the chains. */
const chains: ReadonlyMap<string, WalletChain> = new Map([
  ['eip155', 'EVM'],
  ['solana', 'SVM'],
  ['sui', 'SUI'],
  ['bip122', 'BTC'],
  ['ton', 'TON'],
])

function summaryOf({
  id,
  address,
  chain = '',
  wallet_provider,
  wallet_properties,
}: VerifiedCredential): WalletSummary[] {
  const name = chains.get(chain)
  const isShared = wallet_provider === 'embeddedWallet' && wallet_properties?.version === 'V3'
  return isShared && name && address ? [{ id, chain: name, address }] : []
}

/** Returns the calls that wallets need besides their own operations. */
export function serviceOf(client: Caller, environmentId: string) {
  let relayUrl: Promise<string> | undefined

  async function loadRelayUrl(): Promise<string> {
    const { sdk } = Object(await getSettings(client, { environmentId })) as Partial<ProjectSettings>
    const url = sdk?.waas?.relayUrl
    if (url) return url
    throw new CeremonyError('relay_unsupported', 'The settings of the environment have no "sdk.waas.relayUrl".')
  }

  return {
    /** The user who is signed in, with the wallets whose keys are split into shares. */
    async user(options?: CallOptions): Promise<WalletUser> {
      const { id, verifiedCredentials } = Object(
        await getProfile(client, { environmentId }, options),
      ) as Partial<SdkUser>
      const credentials: unknown = verifiedCredentials ?? []
      // A user whose wallets cannot be read must not look like a user without wallets.
      if (!id || !Array.isArray(credentials))
        throw new CeremonyError('reply_malformed', 'The reply of the service has no user with credentials.')
      return { id, wallets: credentials.filter(Boolean).flatMap(summaryOf) }
    },
    async room({ roomId, walletId, serverKeygenIds = [], newServerKeygenIds }: RoomReply): Promise<OpenedRoom> {
      relayUrl ??= loadRelayUrl()
      relayUrl.catch(() => {
        relayUrl = undefined
      })
      return { roomId, relayUrl: await relayUrl, walletId, serverKeygenIds, newServerKeygenIds }
    },
  }
}

export type Service = ReturnType<typeof serviceOf>

/** The header of a second factor. */
export const headersOf = ({ mfaToken }: SignOptions) => (mfaToken ? { 'x-mfa-auth-token': mfaToken } : undefined)
