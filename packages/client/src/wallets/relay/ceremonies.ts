import {
  createIdentity,
  join,
  publicKeyOf,
  readPrivateKey,
  writePrivateKey,
  type CeremonyResult,
  type Derivation,
  type KeyShare,
  type PartySecrets,
  type Plan,
} from '@latchkey/ceremony'
import { CeremonyError, isCeremonyError } from '../../shared/ceremonyError.ts'
import type {
  CeremonySignature,
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
import { signedMessageOf } from './digest.ts'
import { keyKindOf } from './keyKinds.ts'
import { exportPlan, importPlan, keygenPlan, refreshPlan, resharePlan, shareMissing, signPlan } from './plans.ts'
import { play, randomBytes, translate, type Player } from './play.ts'
import type { Relay } from './relay.ts'

/** The secret of a party that has a share, as JSON. */
interface ShareSecret {
  /** Hex of the party's X25519 key. */
  readonly secretKey: string
  readonly share: KeyShare
  readonly derivation: Derivation
}

/** A party of this client with its share. */
interface Holder extends PartySecrets {
  readonly share: KeyShare
  readonly derivation: Derivation
}

const identityOf = ({ keygenId, secret }: EngineSecret) => ({ keygenId, secretKey: secret })

function holderOf({ keygenId, secret }: EngineSecret): Holder {
  const { secretKey, share, derivation } = JSON.parse(secret) as ShareSecret
  return { identity: { keygenId, secretKey }, share, derivation }
}

const idsOf = (parties: readonly PartySecrets[]) => parties.map(({ identity }) => identity.keygenId)

function missing(roomId: string, sentence: string): CeremonyError {
  return new CeremonyError('share_missing', sentence, { room: roomId })
}

/** The first of the shares, and all of them. */
function holdersOf(shares: readonly EngineSecret[], roomId: string): { holders: readonly Holder[]; first: Holder } {
  const holders = shares.map(holderOf)
  const [first] = holders
  if (!first) throw missing(roomId, 'This device has no share of the wallet.')
  return { holders, first }
}

/** A room whose plan was checked, and who of this client takes part. */
interface Room {
  readonly plan: Plan
  readonly parties: readonly PartySecrets[]
}

/**
 * Plays a room to its end.
 *
 * @param enter - Joins the room. A ceremony that goes on after a reload has joined before.
 */
async function perform(relay: Relay, enter: () => Promise<Room>, making?: Making): Promise<readonly CeremonyResult[]> {
  if (making?.resumed) return play(relay, making.resumed, making.keep)
  const { plan, parties } = await enter()
  let players: readonly Player[]
  try {
    players = parties.map((party) => ({ state: join(plan, party), outbox: [], inbox: [] }))
  } catch (error) {
    throw translate(relay.roomId, error)
  }
  return play(relay, players, making?.keep)
}

/** A ceremony that makes shares, on its way to the storage. */
interface Making {
  readonly resumed?: readonly Player[]
  readonly keep: (players: readonly Player[]) => Promise<void>
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

function makingOf(input: MakingInput, derivation: Derivation, parties: readonly PartySecrets[]): Making {
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

/** The parties' side of each ceremony, loaded with the first of them. */
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
  const making = makingOf(input, kind.derivation, parties)
  const clients = idsOf(parties)
  const enter = async () => ({ plan: keygenPlan(room, await relay.join(clients), { kind, scheme, clients }), parties })
  return making.materialOf(sharesOf(await perform(relay, enter, making)))
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
  const making = makingOf(input, kind.derivation, parties)
  const clients = idsOf(parties)
  const enter = async () => ({ plan: importPlan(room, await relay.join(clients), { kind, scheme, clients }), parties })
  return making.materialOf(sharesOf(await perform(relay, enter, making)))
}

/** What the parties sign. Of a PSBT it depends on whose inputs it has. */
async function messageToSign(input: SignInput, publicKey: string): Promise<string> {
  const { chain, message, isFormatted } = input
  if (chain !== 'BTC' || isFormatted) return signedMessageOf(chain, input)
  const { digestOfPsbt } = await import('../bitcoin/psbts.ts')
  return digestOfPsbt(message, publicKey)
}

export async function sign(relay: Relay, input: SignInput): Promise<CeremonySignature> {
  const { room, shares } = input
  // The service brings as many parties as the threshold needs beside one of the user's.
  const { first } = holdersOf(shares, room.roomId)
  const { share, derivation } = first
  const message = await messageToSign(input, publicKeyOf(share.keySet, derivation))
  const here = idsOf([first])
  const key = { keySet: share.keySet, derivation, here, message }
  const enter = async () => ({ plan: signPlan(room, await relay.join(here), key), parties: [first] })
  const [result] = await perform(relay, enter)
  if (result?.kind !== 'signature') throw missing(room.roomId, 'The ceremony gave this device no signature.')
  const { signature, recovery, publicKey } = result
  return { signature, recovery, publicKey }
}

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
  const here = idsOf(holders)
  const key = { keySet, derivation, here }
  const enter = async () => ({ plan: refreshPlan(room, await joinAll(relay, here), key), parties: holders })
  const making = makingOf(input, derivation, holders)
  return making.materialOf(sharesOf(await perform(relay, enter, making)))
}

export async function reshare(relay: Relay, input: ReshareInput): Promise<KeyMaterial> {
  const { room, shares, scheme } = input
  const { holders, first } = holdersOf(shares, room.roomId)
  const { derivation } = first
  const { keySet } = first.share
  const clients = input.parties.map(({ keygenId }) => keygenId)
  const newcomers = input.parties.filter(({ keygenId }) => !idsOf(holders).includes(keygenId))
  const everybody = [...holders, ...newcomers.map((party) => ({ identity: identityOf(party) }))]
  const key = { keySet, derivation, here: idsOf(holders), scheme, clients }
  const members = everybody.filter(({ identity }) => clients.includes(identity.keygenId))
  const making = makingOf(input, derivation, members)
  async function enter(): Promise<Room> {
    const plan = resharePlan(room, await relay.join(idsOf(everybody)), key)
    const participants = new Set([...plan.holders, ...plan.parties])
    return { plan, parties: everybody.filter(({ identity }) => participants.has(identity.keygenId)) }
  }
  return making.materialOf(sharesOf(await perform(relay, enter, making)))
}

export async function exportKey(relay: Relay, { room, chain, shares, recipient }: ExportInput): Promise<string> {
  const { holders, first } = holdersOf(shares, room.roomId)
  const holder = holders.find(({ identity }) => identity.keygenId === recipient) ?? first
  const { share, derivation } = holder
  const here = idsOf([holder])
  const key = { keySet: share.keySet, derivation, here, recipient }
  const enter = async () => ({ plan: exportPlan(room, await relay.join(here), key), parties: [holder] })
  const [result] = await perform(relay, enter)
  if (result?.kind !== 'privateKey') throw missing(room.roomId, 'The ceremony gave this device no key.')
  return writePrivateKey(chain, result.privateKey)
}
