import { CeremonyError, isCeremonyError } from '../shared/ceremonyError.ts'
import type { CeremonyEngine, CeremonyProgress, KeyMaterial, MakingInput } from './engine.ts'
import { ifFree, inTurn } from './locks.ts'
import { walletRecordOf, type CeremonyRecord, type Records, type WalletRecord } from './records.ts'
import type { WalletUser } from './service.ts'

/** The engine, storage and user of ceremonies that make shares. */
export interface CeremonyParts {
  readonly engine: CeremonyEngine
  readonly records: Records
  /** The user who is signed in. */
  readonly user: (signal?: AbortSignal) => Promise<WalletUser>
}

/** The part of a ceremony's input that is not stored. */
interface UnstoredInput {
  readonly signal?: AbortSignal | undefined
  readonly privateKey?: string | undefined
}

const lockOf = ({ room }: CeremonyRecord) => `latchkey.ceremony.${room.roomId}`

/** New shares of a key that exists. */
const isRenewal = ({ kind }: CeremonyRecord) => kind === 'refresh' || kind === 'reshare'

function perform(
  engine: CeremonyEngine,
  { kind, scheme, parties, shares }: CeremonyRecord,
  input: MakingInput & { privateKey?: string | undefined },
): Promise<KeyMaterial> {
  switch (kind) {
    case 'keygen':
      return engine.keygen({ ...input, scheme, parties })
    case 'import':
      return engine.import({ ...input, scheme, parties })
    case 'refresh':
      return engine.refresh({ ...input, shares })
    case 'reshare':
      return engine.reshare({ ...input, scheme, parties, shares })
  }
}

const addressIn = ({ wallets }: WalletUser, record: CeremonyRecord) =>
  wallets.find(({ id }) => id === record.id)?.address

/** Stores a wallet with its new shares, and forgets the ceremony. */
async function finish(
  { records, user }: CeremonyParts,
  record: CeremonyRecord,
  { material, signal }: { material: KeyMaterial; signal?: AbortSignal | undefined },
): Promise<WalletRecord> {
  const before = await records.wallet(record.id)
  if (before && before.publicKey !== material.publicKey) {
    throw new CeremonyError('key_mismatch', 'The new shares are of another key.', { room: record.room.roomId })
  }
  const address = before?.address ?? material.address ?? addressIn(await user(signal), record)
  if (!address) throw new CeremonyError('not_found', 'The user has no such wallet.', { room: record.room.roomId })
  const wallet = walletRecordOf(record, material, address)
  await records.putWallet(wallet)
  await records.removeCeremony(record.room.roomId)
  return wallet
}

/**
 * Cleans up after a ceremony that failed for good. Shares that the service may already use are kept: those of a new key
 * until {@link resumeCeremonies} has asked for the wallet, renewed ones beside the earlier shares.
 */
async function settle({ records }: CeremonyParts, record: CeremonyRecord, progress?: CeremonyProgress): Promise<void> {
  const material = progress?.material
  if (material && !isRenewal(record)) return
  const wallet = await records.wallet(record.id)
  if (material && wallet) {
    const candidate = { scheme: record.scheme, shares: material.shares }
    await records.putWallet({ ...wallet, candidates: [candidate, ...(wallet.candidates ?? [])] })
  }
  await records.removeCeremony(record.room.roomId)
}

async function run(parts: CeremonyParts, record: CeremonyRecord, options: UnstoredInput): Promise<WalletRecord> {
  const { engine, records } = parts
  const { room, chain, addressType } = record
  const { signal, privateKey } = options
  let { progress } = record
  const keep = async (next: CeremonyProgress): Promise<void> => {
    await records.putCeremony({ ...record, progress: next })
    progress = next
  }
  const input = { room, chain, addressType, signal, privateKey, keep, resumeFrom: progress?.state }
  try {
    return await finish(parts, record, { material: await perform(engine, record, input), signal })
  } catch (error) {
    // After a failed connection, or when the caller gave up, it can go on.
    if (isCeremonyError(error) && error.reason !== 'storage_failed') await settle(parts, record, progress)
    throw error
  }
}

/** Plays a ceremony that makes shares, from its room on. */
export async function makeShares(
  parts: CeremonyParts,
  record: CeremonyRecord,
  options: UnstoredInput,
): Promise<WalletRecord> {
  return inTurn(lockOf(record), async () => {
    await parts.records.putCeremony(record)
    return run(parts, record, options)
  })
}

/** Finishes a ceremony that an earlier page began, if possible. */
async function resume(
  parts: CeremonyParts,
  record: CeremonyRecord,
  signal?: AbortSignal,
): Promise<WalletRecord | undefined> {
  try {
    return await run(parts, record, { signal })
  } catch (error) {
    if (!isCeremonyError(error) || error.reason === 'storage_failed') throw error
  }
  // The room is over. The user's wallets show whether the ceremony succeeded.
  const remaining = (await parts.records.ceremonies()).find(({ room }) => room.roomId === record.room.roomId)
  const material = remaining?.progress?.material
  if (!remaining || !material) return undefined
  if (addressIn(await parts.user(signal), record)) return finish(parts, remaining, { material, signal })
  await parts.records.removeCeremony(record.room.roomId)
  return undefined
}

/**
 * Finishes the ceremonies that an earlier page began, except those that another page is playing.
 *
 * @returns The wallets whose shares are complete now.
 */
export async function resumeCeremonies(parts: CeremonyParts, signal?: AbortSignal): Promise<readonly WalletRecord[]> {
  const wallets: WalletRecord[] = []
  const records = await parts.records.ceremonies()
  if (records.length === 0) return wallets
  const { id } = await parts.user(signal)
  // Several people may use this device.
  for (const record of records.filter(({ userId = id }) => userId === id)) {
    const wallet = await ifFree(lockOf(record), async () => {
      const current = (await parts.records.ceremonies()).find(({ room }) => room.roomId === record.room.roomId)
      return current && resume(parts, current, signal)
    })
    if (wallet) wallets.push(wallet)
  }
  return wallets
}
