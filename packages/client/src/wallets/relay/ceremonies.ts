import {
  createIdentity,
  join,
  publicKeyOf,
  readPrivateKey,
  step,
  writePrivateKey,
  type CeremonyResult,
  type Derivation,
  type KeyShare,
  type PartySecrets,
} from '@latchkey/ceremony'
import { randomBytes } from '@latchkey/device/random-bytes'
import { CeremonyError, isCeremonyError } from '../../shared/ceremonyError.ts'
import type {
  EngineSecret,
  ExportInput,
  ImportInput,
  KeygenInput,
  KeyMaterial,
  MakingInput,
  RefreshInput,
  ReshareInput,
  SignInput,
  StoredShareInput,
  ThresholdScheme,
  WalletChain,
} from '../engine.ts'
import { addressOf } from './addresses.ts'
import { holdersOf, identityOf, idsOf, missing, type Holder, type ShareSecret } from './holders.ts'
import { keyKindOf } from './keyKinds.ts'
import { perform, type JoinedRoom, type Resumable } from './perform.ts'
import { exportPlan, importPlan, keygenPlan, refreshPlan, resharePlan, shareMissing } from './plans.ts'
import { translate, type Player } from './play.ts'
import type { Relay } from './relay.ts'
import { sign as signWith } from './sign.ts'

const maths = { join, step }

/** A ceremony that makes shares, and can go on after a reload. */
interface ResumableCeremony extends Resumable {
  /** The key that shares belong to. */
  readonly materialOf: (shares: readonly KeyShare[]) => KeyMaterial
}

/** The share that a party has, or that counts for it as soon as the room is over. */
function shareOf({ state, result }: Player): KeyShare | undefined {
  return result?.kind === 'share' ? result.share : state.memory.newShare
}

interface Material {
  readonly derivation: Derivation
  /** Hex of the parties' X25519 keys, by id. */
  readonly secretKeys: ReadonlyMap<string, string>
  readonly shares: readonly KeyShare[]
}

/** Shares in the engine's form, with the key that they are of. */
function keyMaterialOf(
  { chain, addressType }: Pick<MakingInput, 'chain' | 'addressType'>,
  { derivation, secretKeys, shares }: Material,
): KeyMaterial {
  const [first] = shares
  if (!first) throw new CeremonyError('share_missing', 'The ceremony gave this device no share.')
  const secretOf = (share: KeyShare): EngineSecret => {
    const secret: ShareSecret = { secretKey: secretKeys.get(share.keygenId) ?? '', share, derivation }
    return { keygenId: share.keygenId, secret: JSON.stringify(secret) }
  }
  const publicKey = publicKeyOf(first.keySet, derivation)
  return { publicKey, address: addressOf(chain, publicKey, addressType), shares: shares.map(secretOf) }
}

function resumableCeremonyOf(
  input: MakingInput,
  derivation: Derivation,
  parties: readonly PartySecrets[],
): ResumableCeremony {
  const { keep, resumeFrom } = input
  const secretKeys = new Map(parties.map(({ identity }) => [identity.keygenId, identity.secretKey]))
  const materialOf = (shares: readonly KeyShare[]) => keyMaterialOf(input, { derivation, secretKeys, shares })
  return {
    materialOf,
    resumed: resumeFrom ? (JSON.parse(resumeFrom) as Player[]) : undefined,
    async keep(players) {
      const shares = players.flatMap((player) => shareOf(player) ?? [])
      const isComplete = shares.length === players.filter(({ state }) => secretKeys.has(state.identity.keygenId)).length
      await keep({ state: JSON.stringify(players), material: isComplete ? materialOf(shares) : undefined })
    },
  }
}

/** The shares among the results. A party that leaves the key gets none. */
function sharesOf(results: readonly CeremonyResult[]): readonly KeyShare[] {
  return results.flatMap((result) => (result.kind === 'share' ? result.share : []))
}

/** Creates parties with random ids and keys. */
export function createParties(count: number): EngineSecret[] {
  return Array.from({ length: count }, () => {
    const { keygenId, secretKey } = createIdentity(randomBytes)
    return { keygenId, secret: secretKey }
  })
}

export async function keygen(relay: Relay, input: KeygenInput): Promise<KeyMaterial> {
  const { room, chain, addressType, scheme } = input
  const parties = input.parties.map((party) => ({ identity: identityOf(party) }))
  const kind = keyKindOf(chain, addressType)
  const ceremony = resumableCeremonyOf(input, kind.derivation, parties)
  const clients = idsOf(parties)
  const joinRoom = async () => ({
    plan: keygenPlan(room, await relay.join(clients), { kind, scheme, clients }),
    parties,
  })
  return ceremony.materialOf(sharesOf(await perform({ relay, maths }, joinRoom, ceremony)))
}

/** Hex of a private key in the format of its chain. */
function readKey(chain: WalletChain, privateKey: string, roomId?: string): string {
  try {
    return readPrivateKey(chain, privateKey)
  } catch (error) {
    throw translate(roomId, error)
  }
}

export function checkPrivateKey(chain: WalletChain, privateKey: string): void {
  readKey(chain, privateKey)
}

/** Reads a share as the service stores that of a wallet which a server made: JSON of identity and share. */
export function readStoredShare(input: StoredShareInput): KeyMaterial & { readonly scheme: ThresholdScheme } {
  try {
    const { identity, share } = JSON.parse(input.share) as Pick<Holder, 'identity' | 'share'>
    // The key of such a wallet is not a child of the group key.
    const { taproot } = keyKindOf(input.chain, input.addressType).derivation
    const derivation: Derivation = taproot ? { taproot } : {}
    const secretKeys = new Map([[identity.keygenId, identity.secretKey]])
    const material = keyMaterialOf(input, { derivation, secretKeys, shares: [share] })
    return { ...material, scheme: share.keySet.scheme }
  } catch {
    // The parser's message quotes the text.
    throw new CeremonyError('backup_malformed', 'The stored share is not in the format of this relay.')
  }
}

export async function importKey(relay: Relay, input: ImportInput): Promise<KeyMaterial> {
  const { room, chain, addressType, scheme, privateKey = '' } = input
  const secret = input.resumeFrom ? undefined : readKey(chain, privateKey, room.roomId)
  const parties = input.parties.map((party, i) => ({ identity: identityOf(party), ...(i === 0 && { secret }) }))
  const kind = { ...keyKindOf(chain, addressType), derivation: {} }
  const ceremony = resumableCeremonyOf(input, kind.derivation, parties)
  const clients = idsOf(parties)
  const joinRoom = async () => ({
    plan: importPlan(room, await relay.join(clients), { kind, scheme, clients }),
    parties,
  })
  return ceremony.materialOf(sharesOf(await perform({ relay, maths }, joinRoom, ceremony)))
}

export const sign = (relay: Relay, input: SignInput) => signWith({ relay, maths }, input)

/** Joins with all parties that the user has. */
async function joinAll(relay: Relay, parties: readonly string[]): Promise<unknown> {
  try {
    return await relay.join(parties)
  } catch (error) {
    const isTooFew = isCeremonyError(error) && error.reason === 'validation_failed'
    throw isTooFew ? shareMissing(relay.roomId) : error
  }
}

export async function refresh(relay: Relay, input: RefreshInput): Promise<KeyMaterial> {
  const { room, shares } = input
  const { holders, first } = holdersOf(shares, room.roomId)
  const { derivation } = first
  const { keySet } = first.share
  const clientIds = idsOf(holders)
  const key = { keySet, derivation, clientIds }
  const joinRoom = async () => ({ plan: refreshPlan(room, await joinAll(relay, clientIds), key), parties: holders })
  const ceremony = resumableCeremonyOf(input, derivation, holders)
  return ceremony.materialOf(sharesOf(await perform({ relay, maths }, joinRoom, ceremony)))
}

export async function reshare(relay: Relay, input: ReshareInput): Promise<KeyMaterial> {
  const { room, shares, scheme } = input
  const { holders, first } = holdersOf(shares, room.roomId)
  const { derivation } = first
  const { keySet } = first.share
  const clients = input.parties.map(({ keygenId }) => keygenId)
  const newcomers = input.parties.filter(({ keygenId }) => !idsOf(holders).includes(keygenId))
  const everybody = [...holders, ...newcomers.map((party) => ({ identity: identityOf(party) }))]
  const key = { keySet, derivation, clientIds: idsOf(holders), scheme, clients }
  const members = everybody.filter(({ identity }) => clients.includes(identity.keygenId))
  const ceremony = resumableCeremonyOf(input, derivation, members)
  async function joinRoom(): Promise<JoinedRoom> {
    const plan = resharePlan(room, await relay.join(idsOf(everybody)), key)
    const participants = new Set([...plan.holders, ...plan.parties])
    return { plan, parties: everybody.filter(({ identity }) => participants.has(identity.keygenId)) }
  }
  return ceremony.materialOf(sharesOf(await perform({ relay, maths }, joinRoom, ceremony)))
}

export async function exportKey(relay: Relay, { room, chain, shares, recipient }: ExportInput): Promise<string> {
  const { holders, first } = holdersOf(shares, room.roomId)
  const holder = holders.find(({ identity }) => identity.keygenId === recipient) ?? first
  const { share, derivation } = holder
  const clientIds = idsOf([holder])
  const key = { keySet: share.keySet, derivation, clientIds, recipient }
  const joinRoom = async () => ({ plan: exportPlan(room, await relay.join(clientIds), key), parties: [holder] })
  const [result] = await perform({ relay, maths }, joinRoom)
  if (result?.kind !== 'privateKey') throw missing(room.roomId, 'The ceremony gave this device no key.')
  return writePrivateKey(chain, result.privateKey)
}
