import { CeremonyError, isCeremonyError } from '../shared/ceremonyError.ts'
import type {
  BitcoinAddressType,
  CeremonyProgress,
  EngineSecret,
  KeyMaterial,
  OpenedRoom,
  ThresholdScheme,
  WalletChain,
} from './engine.ts'
import type { ShareStorage } from './storage.ts'

/** The facts of a wallet beside its shares. */
export interface WalletFacts {
  readonly id: string
  readonly chain: WalletChain
  readonly address: string
  readonly publicKey: string
  readonly scheme: ThresholdScheme
  readonly addressType?: BitcoinAddressType | undefined
}

/** Shares with the scheme that they are of. */
interface SharesOfScheme {
  readonly scheme: ThresholdScheme
  readonly shares: readonly EngineSecret[]
}

/** A wallet on this device. */
export interface WalletRecord extends WalletFacts {
  readonly shares: readonly EngineSecret[]
  /** Shares of ceremonies whose end this device has missed. The service may already use one of these sets. */
  readonly candidates?: readonly SharesOfScheme[] | undefined
}

type CeremonyKind = 'keygen' | 'import' | 'refresh' | 'reshare'

/** A ceremony that makes shares and has not ended yet. */
export interface CeremonyRecord extends Omit<WalletFacts, 'address' | 'publicKey'> {
  readonly kind: CeremonyKind
  /** The user who gets a new key. Absent for renewed shares, whose wallet is on this device. */
  readonly userId?: string
  readonly room: OpenedRoom
  /** The parties of the new shares. */
  readonly parties: readonly EngineSecret[]
  /** The shares before, of a refresh or a reshare. */
  readonly shares: readonly EngineSecret[]
  readonly progress?: CeremonyProgress
}

/** Wallets and unfinished ceremonies of an environment on this device. */
export interface Records {
  wallet(walletId: string): Promise<WalletRecord | undefined>
  putWallet(record: WalletRecord): Promise<void>
  walletIds(): Promise<readonly string[]>
  ceremonies(): Promise<readonly CeremonyRecord[]>
  putCeremony(record: CeremonyRecord): Promise<void>
  removeCeremony(roomId: string): Promise<void>
}

/** The version of the stored form. */
const version = 1

export function recordsOf(storage: ShareStorage, environmentId: string): Records {
  const walletPrefix = `latchkey.wallet.${environmentId}.`
  const ceremonyPrefix = `latchkey.ceremony.${environmentId}.`

  async function use<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (cause) {
      if (isCeremonyError(cause)) throw cause
      throw new CeremonyError('storage_failed', 'The storage of this device could not be used.', { cause })
    }
  }

  async function read<T>(key: string): Promise<T | undefined> {
    const text = await use(() => storage.get(key))
    if (!text) return undefined
    const record = JSON.parse(text) as T & { v: number }
    if (record.v === version) return record
    throw new CeremonyError('storage_failed', 'The shares on this device are of another version of this package.')
  }

  const write = async (key: string, record: object): Promise<void> => {
    await use(() => storage.set(key, JSON.stringify({ v: version, ...record })))
  }

  return {
    wallet: (walletId) => read(walletPrefix + walletId),
    putWallet: (record) => write(walletPrefix + record.id, record),
    async walletIds() {
      return (await use(() => storage.keys(walletPrefix))).map((key) => key.slice(walletPrefix.length))
    },
    async ceremonies() {
      const keys = await use(() => storage.keys(ceremonyPrefix))
      const records = await Promise.all(keys.map((key) => read<CeremonyRecord>(key)))
      return records.flatMap((record) => record ?? [])
    },
    putCeremony: (record) => write(ceremonyPrefix + record.room.roomId, record),
    async removeCeremony(roomId) {
      await use(() => storage.remove(ceremonyPrefix + roomId))
    },
  }
}

/** The record of a wallet once a ceremony has made its shares. */
export function walletRecordOf(
  record: CeremonyRecord,
  { publicKey, shares }: KeyMaterial,
  address: string,
): WalletRecord {
  const { id, chain, scheme, addressType } = record
  return { id, chain, address, publicKey, scheme, ...(addressType && { addressType }), shares }
}
