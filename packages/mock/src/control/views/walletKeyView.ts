import type { components } from '@latchkey/types'
import type { Backend } from '../../domain/shared/backend.ts'
import type { KeySetParty, Room, RoomKind, RoomState, WalletKeySet } from '../../store/roomRecords.ts'

type Schemas = components['schemas']

/** The key of an embedded wallet, without any secret. */
export interface WalletKey {
  readonly scheme: Schemas['ThresholdSignatureScheme']
  readonly curve: WalletKeySet['keySet']['curve']
  /** How often the shares were renewed. */
  readonly generation: number
  readonly isImported: boolean
  readonly shares: readonly WalletShare[]
  /** Backups of shares whose party the device has not named. */
  readonly otherBackups: readonly ShareBackup[]
}

/** A share, with its holder and its backups. */
interface WalletShare {
  readonly keygenId: string
  /** The holder: a device of the user, the service, the environment's own server, or someone else. */
  readonly side: KeySetParty['side']
  /** When it stopped counting. */
  readonly retiredAt: string | null
  /** Where copies of it are. */
  readonly backups: readonly ShareBackup[]
}

interface ShareBackup {
  readonly location: Schemas['WaasBackupOptionsEnum']
  readonly isPasswordEncrypted: boolean
  readonly createdAt: string
  /** When it was recorded; until then it does not count. */
  readonly markedAt: string | null
}

/** A room in which the parties of a wallet meet for a ceremony. */
export interface WalletRoom {
  readonly id: string
  readonly createdAt: string
  readonly expiresAt: string
  /** `null` while it has no purpose yet. */
  readonly kind: RoomKind | null
  readonly state: RoomState
  /** Who opened it. */
  readonly opener: 'user' | 'delegate' | 'server'
  /** For a signing room: the kind of content, such as `transaction`. */
  readonly signatureKind: string | null
  /** For a signing room: `0x` and hex of 32 bytes. */
  readonly digest: string | null
  /** Why it failed, as a sentence. */
  readonly failure: string | null
}

type KeyStore = Pick<Backend['store'], 'keyShareBackups'>

export function walletKeyOf(store: KeyStore, { id, keySet, isImported, parties }: WalletKeySet): WalletKey {
  const backups = [...store.keyShareBackups.scan('byKeySet', [id])]
  const clients = parties.filter(({ side }) => side === 'client')
  // A single share of the user needs no name.
  const onlyClient = clients.length === 1 ? clients[0]?.keygenId : undefined
  const holderOf = ({ keygenId = onlyClient }: { readonly keygenId?: string }) =>
    parties.some((party) => party.keygenId === keygenId) ? keygenId : undefined
  const shown = backups.map((backup) => ({
    holder: holderOf(backup),
    backup: {
      location: backup.location,
      isPasswordEncrypted: backup.passwordEncrypted,
      createdAt: backup.createdAt,
      markedAt: backup.markedAt ?? null,
    },
  }))
  const backupsOf = (keygenId: string | undefined) =>
    shown.filter(({ holder }) => holder === keygenId).map(({ backup }) => backup)
  return {
    scheme: keySet.scheme,
    curve: keySet.curve,
    generation: keySet.generation,
    isImported: isImported === true,
    shares: parties.map(({ keygenId, side, retiredAt = null }) => ({
      keygenId,
      side,
      retiredAt,
      backups: backupsOf(keygenId),
    })),
    otherBackups: backupsOf(undefined),
  }
}

/** The rooms of a wallet that the relay still knows, newest first. */
export function walletRoomsOf(
  { store, clock }: { readonly store: Pick<Backend['store'], 'rooms'> } & Pick<Backend, 'clock'>,
  walletId: string,
): WalletRoom[] {
  return [...store.rooms.scan('byWallet', [walletId], { descending: true })].map((room) => {
    const { id, createdAt, expiresAt, purpose, failure } = room
    const signing = purpose?.kind === 'sign' ? purpose.request : undefined
    return {
      id,
      createdAt,
      expiresAt,
      kind: purpose?.kind ?? null,
      state: stateOf(room, clock.iso()),
      opener: openerOf(room),
      signatureKind: signing?.signatureKind ?? null,
      digest: signing?.digest ?? null,
      failure: failure?.message ?? null,
    }
  })
}

const ended: ReadonlySet<RoomState> = new Set<RoomState>(['completed', 'failed', 'expired'])

/** A room ends by its time, also before the job of that time runs. */
function stateOf({ state, expiresAt }: Room, now: string): RoomState {
  return ended.has(state) || expiresAt > now ? state : 'expired'
}

function openerOf({ delegationId, tokenId }: Room): WalletRoom['opener'] {
  if (delegationId !== undefined) return 'delegate'
  return tokenId === undefined ? 'user' : 'server'
}
