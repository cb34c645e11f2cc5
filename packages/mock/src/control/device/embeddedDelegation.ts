import type { PartySecrets } from '@latchkey/ceremony'
import type { components } from '@latchkey/types'
import { sealTo } from '../../domain/delegation/envelopes.ts'
import { currentKeyOf } from '../../domain/delegation/keys.ts'
import { loadCeremony } from '../../domain/keySets/ceremony.ts'
import { type ShareInput, writeShare } from './embeddedBackup.ts'
import { createIdentities, type DeviceParty, partiesIn, playRoom, type Service } from './embeddedDevice.ts'

type Schemas = components['schemas']

/** The parts of a user's device that resharing the key of a wallet needs. */
interface Resharing {
  readonly service: Service
  /** Calls an operation of the wallet. */
  readonly call: (action: string, body: object) => Promise<Record<string, unknown>>
  readonly parties: readonly DeviceParty[]
}

/** Shares the key so that the environment's own server gets a share. @returns The party of the user, and the server's. */
export async function reshareForDelegate(resharing: Resharing): Promise<readonly [DeviceParty, DeviceParty]> {
  const [identity] = await createIdentities(resharing.service, 1)
  const [userParty] = resharing.parties
  if (!userParty || !identity) throw new TypeError('Failed to delegate: the device of this wallet was lost.')
  const players = [userParty, { identity }]
  const scheme = { newThresholdSignatureScheme: 'TWO_OF_THREE', delegateToProjectEnvironment: true }
  const [user, delegate] = await reshare(resharing, players, scheme)
  if (!user || !delegate) throw new Error('The ceremony gave the device no shares.')
  return [user, delegate]
}

/** Shares the key so that only the user and the service have shares. @returns The party of the user. */
export async function reshareAlone(resharing: Resharing): Promise<readonly DeviceParty[]> {
  const scheme = { newThresholdSignatureScheme: 'TWO_OF_TWO', revokeDelegation: true }
  return reshare(resharing, resharing.parties.slice(0, 1), scheme)
}

/** Shares the key by a scheme, with as many parties on the device as the scheme has for the user. */
export async function reshareTo(
  resharing: Resharing,
  scheme: Schemas['ThresholdSignatureScheme'],
): Promise<readonly DeviceParty[]> {
  const { schemes } = await loadCeremony()
  const { clients } = schemes[scheme]
  const present = resharing.parties.slice(0, clients)
  if (present.length === 0) throw new TypeError('Failed to reshare: the device of this wallet was lost.')
  const newcomers = await createIdentities(resharing.service, clients - present.length)
  const players = [...present, ...newcomers.map((identity) => ({ identity }))]
  return reshare(resharing, players, { newThresholdSignatureScheme: scheme })
}

async function reshare(
  { service, call, parties }: Resharing,
  players: readonly PartySecrets[],
  body: object,
): Promise<DeviceParty[]> {
  const { roomId } = await call('reshare', {
    clientKeygenIds: players.map(({ identity }) => identity.keygenId),
    oldThresholdSignatureScheme: parties[0]?.share.keySet.scheme,
    ...body,
  })
  const others = parties.filter(({ identity }) =>
    players.every((player) => player.identity.keygenId !== identity.keygenId),
  )
  const results = await playRoom(service, String(roomId), { parties: [...players, ...others] })
  return partiesIn(results, players)
}

/** The envelope in which a device delivers a share, as `@latchkey/client/wallets` writes it. */
export async function sealForDelegate({ world }: Service, environmentId: string, input: ShareInput): Promise<object> {
  const key = currentKeyOf({ store: world.store.reader }, environmentId)
  if (!key) throw new TypeError('Failed to delegate: the environment has no key. "delegation.backend()" adds one.')
  return sealTo({ random: world.random }, key, writeShare(input))
}
