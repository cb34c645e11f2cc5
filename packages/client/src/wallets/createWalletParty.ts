import { assertCaller } from '../calls/assertCaller.ts'
import type { Caller } from '../calls/createTransport.ts'
import { recover } from '../generated/operations/keyShares.ts'
import { createAccount, importPrivateKey } from '../generated/operations/waas.ts'
import { CeremonyError } from '../shared/ceremonyError.ts'
import { embeddedWallet, shareMissing, type WalletParts } from './embeddedWallet.ts'
import {
  clientParties,
  type BitcoinAddressType,
  type CeremonyEngine,
  type ThresholdScheme,
  type WalletChain,
} from './engine.ts'
import { recordsOf } from './records.ts'
import { recordOf } from './recovery.ts'
import { createRoomCache } from './roomCache.ts'
import { serviceOf, type WalletSummary } from './service.ts'
import { makeShares, resumeCeremonies } from './shareCeremonies.ts'
import type { ShareStorage } from './storage.ts'
import type { EmbeddedWallet, WalletCallOptions } from './wallet.ts'

/** The options of a device for embedded wallets. */
export interface WalletPartyOptions {
  /** Calls as the user who is signed in, such as a transport with `session.auth`. */
  client: Caller
  /** Where this device stores its shares: {@link indexedDbShares} in browsers. */
  storage: ShareStorage
  /** The engine that plays the ceremonies: {@link relayEngine}, or a vendor's. */
  engine: CeremonyEngine
  /** Id of the environment. A UUID. @default the client's `environmentId` */
  environmentId?: string | undefined
}

/** The options of a new wallet. */
export interface NewWallet extends WalletCallOptions {
  chain: WalletChain
  /** How many shares exist, and how many sign. @default 'TWO_OF_TWO' */
  scheme?: ThresholdScheme
  /** Bitcoin only. @default 'native_segwit' */
  addressType?: BitcoinAddressType | undefined
}

/** The options of a wallet that is made from an existing private key. */
export interface ImportedWallet extends Omit<NewWallet, 'addressType'> {
  /** The key as wallets of the chain write it; on Solana also the JSON of a file of `solana-keygen`. */
  privateKey: string
}

/** A wallet of the user, and whether it signs on this device. */
export interface ListedWallet extends WalletSummary {
  /** Whether this device has a share. If not, {@link WalletParty.recover} gets it from the backup. */
  readonly isOnDevice: boolean
}

/** The embedded wallets of a user on this device. */
export interface WalletParty {
  /**
   * Creates a wallet, whose key this device and the service make together. No party ever has the whole key, except on
   * Solana, Sui and TON, where the service makes it and deals the shares.
   *
   * @throws {@link ApiError} as `waas.createAccount`, and {@link CeremonyError}
   */
  create(wallet: NewWallet): Promise<EmbeddedWallet>
  /**
   * Creates a wallet from an existing private key. The service does not learn the key, and the address stays the same.
   *
   * @throws {@link ApiError} as `waas.importPrivateKey`, and {@link CeremonyError}: `invalid_private_key_format`
   */
  import(wallet: ImportedWallet): Promise<EmbeddedWallet>
  /**
   * Lists the embedded wallets of the user, also those that this device has no share of.
   *
   * @throws {@link ApiError} as `profile.get`
   */
  list(options?: WalletCallOptions): Promise<readonly ListedWallet[]>
  /**
   * Returns a wallet that this device has a share of.
   *
   * @throws {@link CeremonyError} `share_missing`
   */
  get(walletId: string): Promise<EmbeddedWallet>
  /**
   * Opens the shares that another device has backed up, and stores them on this device. The share of a wallet that a
   * server has made for the user is stored without a password: recover it without one, then `refresh` and `backUp`.
   *
   * @throws {@link ApiError} as `keyShares.recover`
   * @throws {@link CeremonyError} `share_missing` when there is no backup, `wrong_password` also when the password is
   * missing, `key_mismatch` and `backup_malformed` for a stored share of another key or form, `unsupported` for an
   * engine that cannot read stored shares
   * @throws {@link TypeError} when `walletId` is missing.
   */
  recover(wallet: WalletCallOptions & { walletId: string; password?: string }): Promise<EmbeddedWallet>
  /**
   * Finishes the ceremonies that an earlier page has begun, such as a key generation that a reload has interrupted.
   * Call it when the page starts.
   *
   * @returns The wallets whose shares are complete now.
   * @throws {@link ConnectionError} when the service or the relay cannot be reached. Nothing is lost then, and a later
   * call goes on.
   */
  resume(options?: WalletCallOptions): Promise<readonly EmbeddedWallet[]>
}

/**
 * Makes this device a party of the user's embedded wallets.
 *
 * @throws {@link TypeError} when there is no `environmentId`.
 * @example
 * const party = createWalletParty({ client, engine: relayEngine(), storage: indexedDbShares() })
 * const wallet = await party.create({ chain: 'EVM' })
 * await wallet.backUp({ password })
 * const signature = await toViemAccount(wallet).signMessage({ message: 'hello' })
 */
export function createWalletParty(options: WalletPartyOptions): WalletParty {
  const { client, storage, engine, environmentId = client?.environmentId }: WalletPartyOptions = Object(options)
  assertCaller(client)
  if (!environmentId) throw new TypeError('"environmentId" is needed, here or in the client.')
  const records = recordsOf(storage, environmentId)
  const service = serviceOf(client, environmentId)
  const user = (signal?: AbortSignal) => service.user({ signal })
  const parts: WalletParts = { client, environmentId, engine, records, service, user, rooms: createRoomCache() }

  /** Makes a wallet in the room that an operation opens for the client's parties. */
  async function make(
    kind: 'keygen' | 'import',
    wallet: NewWallet & { privateKey?: string },
    open: (clientKeygenIds: string[], scheme: ThresholdScheme) => Promise<Parameters<typeof service.room>[0]>,
  ): Promise<EmbeddedWallet> {
    const { chain, scheme = 'TWO_OF_TWO', addressType, signal, privateKey } = wallet
    const [{ id: userId }, parties] = await Promise.all([user(signal), engine.createParties(clientParties[scheme])])
    const room = await service.room(
      await open(
        parties.map(({ keygenId }) => keygenId),
        scheme,
      ),
    )
    const { walletId: id } = room
    if (!id)
      throw new CeremonyError('unsupported', 'The reply of the service does not name the new wallet.', {
        room: room.roomId,
      })
    const record = { id, kind, userId, room, chain, scheme, addressType, parties, shares: [] }
    return embeddedWallet(parts, await makeShares(parts, record, { signal, privateKey }))
  }

  return {
    async create(wallet) {
      const { chain, signal } = wallet
      const addressType = chain === 'BTC' ? (wallet.addressType ?? 'native_segwit') : undefined
      return make('keygen', { ...wallet, addressType }, async (clientKeygenIds, thresholdSignatureScheme) => {
        const body = { chain, clientKeygenIds, thresholdSignatureScheme, addressType }
        return createAccount(client, { environmentId, body }, { signal })
      })
    },

    async import(wallet) {
      const { chain, privateKey, signal } = wallet
      await engine.checkPrivateKey(chain, privateKey)
      return make('import', wallet, async (clientKeygenIds, thresholdSignatureScheme) => {
        const body = { chain, clientKeygenIds, thresholdSignatureScheme }
        return importPrivateKey(client, { environmentId, body }, { signal })
      })
    },

    async list({ signal } = {}) {
      const [{ wallets }, ids] = await Promise.all([user(signal), records.walletIds()])
      return wallets.map((wallet) => ({ ...wallet, isOnDevice: ids.includes(wallet.id) }))
    },

    async get(walletId) {
      const record = await records.wallet(walletId)
      if (!record) throw shareMissing()
      return embeddedWallet(parts, record)
    },

    async recover(wallet) {
      const { walletId, password, signal } = wallet
      if (typeof walletId !== 'string')
        throw new TypeError('Failed to call "recover()": it takes an object, such as { walletId, password }.')
      const { keyShares } = Object(await recover(client, { environmentId, walletId }, { signal }))
      if (!Array.isArray(keyShares))
        throw new CeremonyError('reply_malformed', 'The reply of the service has no list of backups.')
      const backups = keyShares.filter((share) => share?.encryptedAccountCredential)
      const record = await recordOf(parts, { walletId, backups, password, signal })
      await records.putWallet(record)
      return embeddedWallet(parts, record)
    },

    async resume({ signal } = {}) {
      const finished = await resumeCeremonies(parts, signal)
      return finished.map((record) => embeddedWallet(parts, record))
    },
  }
}
