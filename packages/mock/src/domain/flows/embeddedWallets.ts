import type { components } from '@latchkey/types'
import { type Backend, newRecord } from '../../backend.ts'
import { readHex, toHex } from '../../crypto/bytes.ts'
import type { EmbeddedSeed } from '../../store/adminRecords.ts'
import type { User, Wallet } from '../../store/records.ts'
import { userOfFrame, userOfIdentifier } from './embeddedWalletUsers.ts'
import { assert } from '../shared/errors.ts'
import { type ProviderName, providerRow } from '../providers/providerCatalogue.ts'
import { enablingHint } from '../providers/providers.ts'
import { issueSubnames } from '../wallets/subnames.ts'
import { touchUser } from '../users/users.ts'
import { deriveAddresses, type EmbeddedChain, isEmbeddedChain, pathOf } from '../wallets/walletDerivation.ts'
import { hasEmbeddedWallet, keepWallet, newWalletRecords, walletsOf } from '../wallets/wallets.ts'

type Schemas = components['schemas']
type Version = Schemas['EmbeddedWalletVersionEnum']
type SdkSettings = NonNullable<Schemas['ProjectSettings']['sdk']>

/** A user with wallets on all chains that were asked for. */
export interface EmbeddedWalletsOutcome {
  readonly user: User
  /** Whether any of the wallets was made for it. */
  readonly isCreated: boolean
}

/**
 * Sees to it that a user has an embedded wallet on each of the chains; without any named, on those of the settings.
 *
 * @throws DomainError what {@link assertWalletService}, {@link chainsFor} and {@link userOfIdentifier} refuse
 */
export async function createEmbeddedWallets(
  backend: Backend,
  environmentId: string,
  { chain, chains = [], ...identifier }: Schemas['CreateUserEmbeddedWalletsRequest'],
): Promise<EmbeddedWalletsOutcome> {
  assertWalletService(backend, environmentId)
  const wanted = chainsFor(backend, environmentId, chain ? [...chains, chain] : chains)
  return giveWallets(backend, await userOfIdentifier(backend, environmentId, identifier), wanted)
}

/** The same for whoever has an address and a Farcaster account. @throws DomainError as {@link createEmbeddedWallets}, and what {@link userOfFrame} refuses */
export async function createWalletsFromFrame(
  backend: Backend,
  environmentId: string,
  { email, fid, chains }: Schemas['CreateUserEmbeddedWalletsFromFrameRequest'],
): Promise<EmbeddedWalletsOutcome> {
  assertWalletService(backend, environmentId)
  const wanted = chainsFor(backend, environmentId, chains)
  return giveWallets(backend, userOfFrame(backend, environmentId, { email, fid }), wanted)
}

/**
 * Gives a person who signs up the wallets that the settings have every new user get, if they do and wallets can be made.
 *
 * @returns `undefined` where there is nothing to do.
 */
export function giveWalletsOnSignUp(backend: Backend, user: User): Promise<EmbeddedWalletsOutcome> | undefined {
  const hasOwnWallet = walletsOf(backend, user.id).some(({ provider }) => provider !== 'embeddedWallet')
  const { embeddedWallets, automaticEmbeddedWalletCreation } = sdkSettingsOf(backend, user.environmentId)
  const isAutomatic = hasOwnWallet
    ? embeddedWallets?.automaticEmbeddedWalletCreationForExternal
    : (embeddedWallets?.automaticEmbeddedWalletCreation ?? automaticEmbeddedWalletCreation)
  if (!isAutomatic || activeVersions(backend, user.environmentId).length === 0) return undefined
  return giveWallets(backend, user, chainsFor(backend, user.environmentId, []))
}

/** Generations of the wallets that each provider lets the service make; the others make theirs in the browser. */
const versionsOf: Partial<Record<ProviderName, (settings: SdkSettings) => readonly Version[]>> = {
  // Session keys came with the second generation.
  turnkey: ({ embeddedWallets }) =>
    embeddedWallets?.sessionKeyDuration || embeddedWallets?.defaultWalletVersion === 'V2' ? ['V1', 'V2'] : ['V1'],
  dynamic: () => ['V3'],
}

/** The generations of embedded wallets that an environment can make now, the earliest first. */
export function activeVersions(backend: Pick<Backend, 'store'>, environmentId: string): readonly Version[] {
  const provider = walletProviderOf(backend, environmentId)
  return (provider && versionsOf[provider]?.(sdkSettingsOf(backend, environmentId))) ?? []
}

/** The one enabled provider of embedded wallets. */
function walletProviderOf({ store }: Pick<Backend, 'store'>, environmentId: string): ProviderName | undefined {
  return [...store.providers.scan('byEnvironment', [environmentId])].find(
    ({ provider, enabledAt }) => enabledAt && providerRow(provider).kind === 'embeddedWallet',
  )?.provider
}

/** @throws DomainError `providerNotAvailable` where no provider of embedded wallets is enabled, `noCompatibleWalletService` where one is that works in the browser alone */
function assertWalletService(backend: Backend, environmentId: string): void {
  assert(walletProviderOf(backend, environmentId), 'providerNotAvailable', {
    message: `No provider of embedded wallets, such as turnkey, is enabled in this environment. ${enablingHint('turnkey')}`,
  })
  assert(activeVersions(backend, environmentId).length > 0, 'noCompatibleWalletService')
}

/**
 * The chains to make wallets on, each once.
 *
 * @param asked - Without any, those of the settings, otherwise EVM.
 * @throws DomainError `invalidWalletChains` for a chain that the settings leave out
 */
function chainsFor(backend: Backend, environmentId: string, asked: readonly EmbeddedChain[]): EmbeddedChain[] {
  const configured = sdkSettingsOf(backend, environmentId).embeddedWallets?.chainConfigurations ?? []
  const enabled = configured
    .filter((one) => one.enabled)
    .map(({ name }) => name.toUpperCase())
    .filter(isEmbeddedChain)
  const isAllowed = configured.length === 0 || asked.every((chain) => enabled.includes(chain))
  assert(isAllowed, 'invalidWalletChains', { message: 'Embedded wallets are not made on this chain here.' })
  if (asked.length > 0) return [...new Set(asked)]
  return enabled.length > 0 ? [...new Set(enabled)] : ['EVM']
}

async function giveWallets(
  backend: Backend,
  user: User,
  chains: readonly EmbeddedChain[],
): Promise<EmbeddedWalletsOutcome> {
  const missing = chains.filter((chain) => !hasEmbeddedWallet(backend, user.id, chain))
  if (missing.length === 0) return { user, isCreated: false }
  const seed = seedOf(backend, user)
  for (const chain of missing) await makeWallet(backend, user, { seed, chain })
  touchUser(backend, user.id)
  // Whoever has not signed in yet gets a name with the first sign-in.
  if (user.signedInAt !== undefined) issueSubnames(backend, user)
  return { user: backend.store.users.get(user.id) ?? user, isCreated: true }
}

/** What all keys of a user are derived from, made with the first wallet. */
function seedOf(backend: Backend, { id: userId, environmentId }: User): EmbeddedSeed {
  const { store, random } = backend
  const [known] = store.embeddedSeeds.scan('byUser', [userId])
  return (
    known ??
    store.embeddedSeeds.insert({ ...newRecord(backend), environmentId, userId, entropy: toHex(random.bytes(16)) })
  )
}

async function makeWallet(
  backend: Backend,
  { id: userId, environmentId }: User,
  { seed, chain }: { seed: EmbeddedSeed; chain: EmbeddedChain },
): Promise<Wallet> {
  const account = freeAccount(backend, userId, { seed, chain })
  const { address, additionalAddresses } = await deriveAddresses(
    readHex(seed.entropy) ?? new Uint8Array(),
    chain,
    account,
  )
  const fields = {
    publicWalletAddress: address,
    chain,
    walletName: 'embedded',
    walletProvider: 'embeddedWallet',
    additionalWalletAddresses: additionalAddresses,
  } as const
  const { wallet, credential } = newWalletRecords(backend, { environmentId, userId, fields })
  // Nobody signs in with a wallet that the service keeps.
  backend.store.credentials.insert({ ...credential, signInEnabled: false })
  return keepWallet(backend, {
    ...wallet,
    embeddedSeedId: seed.id,
    properties: { version: newestVersion(backend, environmentId), derivationPath: pathOf(chain, account) },
  })
}

/** The first account of the chain that none of the user's wallets stands for, deleted ones among them. */
function freeAccount(
  backend: Backend,
  userId: string,
  { seed, chain }: { seed: EmbeddedSeed; chain: EmbeddedChain },
): number {
  const deleted = [...backend.store.deletedWallets.scan('byUser', [userId])].map(({ wallet }) => wallet)
  const made = [...walletsOf(backend, userId), ...deleted].filter(({ embeddedSeedId }) => embeddedSeedId === seed.id)
  const used = new Set(made.map(({ properties }) => properties?.derivationPath))
  for (let account = 0; ; account++) if (!used.has(pathOf(chain, account))) return account
}

/** What the settings have new wallets be, if that is active, otherwise the latest generation. */
function newestVersion(backend: Backend, environmentId: string): Version | undefined {
  const active = activeVersions(backend, environmentId)
  const wanted = sdkSettingsOf(backend, environmentId).embeddedWallets?.defaultWalletVersion
  return wanted !== undefined && active.includes(wanted) ? wanted : active.at(-1)
}

function sdkSettingsOf({ store }: Pick<Backend, 'store'>, environmentId: string): SdkSettings {
  return store.environments.get(environmentId)?.settings.sdk ?? {}
}
