import { chainNamespace } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import { shownAddress } from '../../domain/chains/shownAddress.ts'
import type { WorldBackend } from '../../domain/shared/backend.ts'
import type { ServerWallet } from '../../store/delegationRecords.ts'
import type { Wallet } from '../../store/records.ts'
import { transact, type World } from '../../world/world.ts'
import { assetsOf, type LedgerAsset } from './ledgerView.ts'
import { nameOfUser } from './nameOfUser.ts'
import { signedWalletsOf, type SmartWallet, smartWalletOf } from './smartWalletView.ts'
import { type WalletKey, walletKeyOf, type WalletRoom, walletRoomsOf } from './walletKeyView.ts'

type Schemas = components['schemas']

/**
 * The holder of the key: the service, or its parties together with the user (`embedded`), only the user (`external`),
 * or the parties of the service for a server of the environment (`server`). A `smart` wallet has no key: another wallet
 * signs.
 */
type WalletKind = 'embedded' | 'external' | 'server' | 'smart'

interface WalletsQuery {
  /** Part of an address, a name or an id, or of the owner's e-mail address or name. */
  readonly search?: string | undefined
  readonly userId?: string | undefined
  /** Wallets of this chain, and of the chains that share its addresses. */
  readonly chain?: Schemas['ChainEnum'] | undefined
  /** @default all environments */
  readonly environmentId?: string | undefined
  readonly kind?: WalletKind | undefined
  /** @default 0 */
  readonly offset?: number | undefined
  /** @default 50 */
  readonly limit?: number | undefined
}

/** A wallet, with its owner and what it holds. */
interface WalletSummary {
  readonly id: string
  readonly createdAt: string
  readonly environmentId: string
  readonly environment: string
  /** `null` for a wallet of a server. */
  readonly userId: string | null
  /** The owner's name. */
  readonly owner: string | null
  readonly name: string
  readonly chain: Schemas['ChainEnum']
  readonly address: string
  readonly kind: WalletKind
  readonly provider: Schemas['WalletProviderEnum']
  /** At most eight, currencies first. */
  readonly assets: readonly LedgerAsset[]
  readonly assetCount: number
}

/** A wallet, with its key and the ceremonies of the key. */
interface WalletDetails {
  readonly wallet: WalletSummary
  /** `null` for a key that is not held in shares. */
  readonly key: WalletKey | null
  /** `null` for a wallet with a key of its own. */
  readonly smartWallet: SmartWallet | null
  /** The smart wallets for which it signs. */
  readonly signsFor: readonly { readonly id: string; readonly address: string }[]
  /** The rooms of its ceremonies, newest first. */
  readonly rooms: readonly WalletRoom[]
  /** The rights of the environment's own server to sign with it, newest first. */
  readonly delegations: readonly {
    readonly createdAt: string
    /** Thumbprint of the server's key. */
    readonly kid: string | null
    /** When the share was sent; `null` while it waits for a webhook. */
    readonly deliveredAt: string | null
    readonly revokedAt: string | null
  }[]
  /** The latest 20 requests that a policy has refused, newest first. */
  readonly violations: readonly {
    readonly createdAt: string
    readonly violation: string
    /** Name of the rule; `null` where no rule allows the request. */
    readonly rule: string | null
    readonly participants: readonly string[]
  }[]
}

/** The wallets of all users and servers, as a person at the inspector sees them. */
export interface WalletsControl {
  /** A page of the wallets, newest first, and how many match in all. */
  list(query?: WalletsQuery): Promise<{ count: number; wallets: WalletSummary[] }>
  /** A wallet with the places of its key shares, its rooms, delegations and policy violations. @throws TypeError for an unknown wallet */
  details(walletId: string): Promise<WalletDetails>
}

type AnyWallet = Wallet | ServerWallet

const maximumAssets = 8
const maximumViolations = 20

export function createWalletsControl(world: World): WalletsControl {
  return {
    list: async ({ offset = 0, limit = 50, ...filter } = {}) =>
      transact(world, (backend) => {
        const matchingWallets = [...backend.store.wallets.all(), ...backend.store.serverWallets.all()]
          .filter((wallet) => matches(backend, wallet, filter))
          .sort((a, b) => (a.createdAt + a.id < b.createdAt + b.id ? 1 : -1))
        const page = matchingWallets.slice(offset, offset + limit)
        return { count: matchingWallets.length, wallets: page.map((wallet) => summaryOf(backend, wallet)) }
      }),
    details: async (walletId) =>
      transact(world, (backend) => {
        const wallet = backend.store.wallets.get(walletId) ?? backend.store.serverWallets.get(walletId)
        if (!wallet) throw new TypeError('Failed to call "wallets.details()": there is no wallet with this id.')
        return detailsOf(backend, wallet)
      }),
  }
}

const userIdOf = (wallet: AnyWallet): string | undefined => ('userId' in wallet ? wallet.userId : undefined)

function kindOf(wallet: AnyWallet): WalletKind {
  if (!('userId' in wallet) || wallet.userId === undefined) return 'server'
  if (wallet.signerWalletId !== undefined) return 'smart'
  return wallet.provider === 'embeddedWallet' ? 'embedded' : 'external'
}

function matches(
  { store }: WorldBackend,
  wallet: AnyWallet,
  { search = '', userId, chain, environmentId, kind }: Omit<WalletsQuery, 'offset' | 'limit'>,
): boolean {
  if (userId !== undefined && userIdOf(wallet) !== userId) return false
  if (environmentId !== undefined && wallet.environmentId !== environmentId) return false
  if (kind !== undefined && kindOf(wallet) !== kind) return false
  if (chain !== undefined && chainNamespace(wallet.chain) !== chainNamespace(chain)) return false
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return true
  const { alias, email, username, firstName, lastName } = store.users.get(userIdOf(wallet) ?? '') ?? {}
  const texts = [wallet.publicKey, wallet.name, wallet.id, alias, email, username, firstName, lastName]
  return texts.some((text) => text?.toLowerCase().includes(wanted))
}

function summaryOf(backend: WorldBackend, wallet: AnyWallet): WalletSummary {
  const { id, createdAt, environmentId, name, chain, publicKey, provider, key } = wallet
  const userId = userIdOf(wallet)
  const user = userId === undefined ? undefined : backend.store.users.get(userId)
  const assets = assetsOf(backend, key)
  return {
    id,
    createdAt,
    environmentId,
    environment: backend.store.environments.get(environmentId)?.name ?? '',
    userId: userId ?? null,
    owner: user ? nameOfUser(user) : null,
    name,
    chain,
    address: publicKey,
    kind: kindOf(wallet),
    provider,
    assets: assets.slice(0, maximumAssets),
    assetCount: assets.length,
  }
}

function detailsOf(backend: WorldBackend, wallet: AnyWallet): WalletDetails {
  const { store, clock } = backend
  const keySet = store.keySets.find('byWallet', [wallet.id])
  const rules = store.waasPolicies.find('byEnvironment', [wallet.environmentId])?.rules ?? []
  const violations = keySet
    ? store.policyViolations.page('byKeySet', [keySet.id], { descending: true, offset: 0, limit: maximumViolations })
    : []
  return {
    wallet: summaryOf(backend, wallet),
    key: keySet ? walletKeyOf(store, keySet) : null,
    smartWallet: 'userId' in wallet ? smartWalletOf(backend, wallet) : null,
    signsFor: signedWalletsOf(backend, wallet.id),
    rooms: walletRoomsOf({ store, clock }, wallet.id),
    delegations: [...store.delegations.scan('byWallet', [wallet.id], { descending: true })].map(
      ({ createdAt, keyId, deliveredAt, revokedAt }) => ({
        createdAt,
        kid: store.delegationKeys.get(keyId)?.kid ?? null,
        deliveredAt: deliveredAt ?? null,
        revokedAt: revokedAt ?? null,
      }),
    ),
    violations: violations.map(({ createdAt, violation, ruleId, participants }) => ({
      createdAt,
      violation,
      rule: rules.find((rule) => rule.ruleId === ruleId)?.name ?? null,
      participants: participants.map(shownAddress),
    })),
  }
}
