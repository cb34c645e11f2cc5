import {
  constants,
  createCipheriv,
  createDecipheriv,
  generateKeyPairSync,
  type KeyObject,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
} from 'node:crypto'
import type { KeyShare, PartySecrets, Plan } from '@latchkey/ceremony'
import type { components } from '@latchkey/types'
import type { callsOf, TestHost } from '../hosts/harness.ts'
import { type Received, listenAt } from '../support/webhookReceiver.ts'
import { createDeviceWallet, type DeviceWallet, type Holder, playForShares, setWaas } from './deviceWallets.ts'
import { createParties, idsOf, playRoom } from './waasDevice.ts'

type Schemas = components['schemas']
type Host = TestHost & ReturnType<typeof callsOf>
export type Envelope = Required<Schemas['DelegatedShareDeliveryRequestEncryptedDelegatedShare']>

/** Making a key takes long, so all tests of a file use one. */
let pair: { readonly publicKey: KeyObject; readonly privateKey: KeyObject } | undefined

/** The key pair of an environment's own server. */
export function serverKeys(): NonNullable<typeof pair> {
  pair ??= generateKeyPairSync('rsa', { modulusLength: 2048 })
  return pair
}

/** The base64 of a public key's PEM. */
export function pemOf(publicKey: KeyObject): string {
  return Buffer.from(publicKey.export({ type: 'spki', format: 'pem' })).toString('base64')
}

const oaep = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }

/** Seals a text as a device does, by the platform's own cryptography, to check the service's against. */
export function seal(text: string, publicKey: KeyObject = serverKeys().publicKey): Omit<Envelope, 'kid'> {
  const [key, iv] = [randomBytes(32), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const ct = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return {
    alg: 'HYBRID-RSA-AES-256',
    iv: iv.toString('base64url'),
    ct: ct.toString('base64url'),
    tag: cipher.getAuthTag().toString('base64url'),
    ek: publicEncrypt({ key: publicKey, ...oaep }, key).toString('base64url'),
  }
}

/** Opens an envelope as the environment's own server does. */
function open({ iv, ct, tag, ek }: Omit<Envelope, 'kid'>): string {
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  const key = privateDecrypt({ key: serverKeys().privateKey, ...oaep }, bytes(ek))
  const decipher = createDecipheriv('aes-256-gcm', key, bytes(iv)).setAuthTag(bytes(tag))
  return Buffer.concat([decipher.update(bytes(ct)), decipher.final()]).toString('utf8')
}

const receiverUrl = 'https://agent.example.com/webhooks'

/** Lets users delegate access to the environment's own server, which has a key, and a webhook unless told otherwise. */
export async function enableDelegation(host: Host, { hasWebhook = true } = {}): Promise<Received[]> {
  await setWaas(host, { delegatedAccess: { enabled: true } })
  const { keys = [] } = (await host.call('delegatedAccess.listKeys', { query: { includeAll: true } })).body
  if (keys.length === 0)
    await host.call('delegatedAccess.createKey', { body: { publicKey: pemOf(serverKeys().publicKey) } })
  const received = listenAt(host, receiverUrl)
  if (hasWebhook) await createReceiver(host)
  return received
}

export function createReceiver(host: Host) {
  const events = ['wallet.delegation.created' as const, 'wallet.delegation.revoked' as const]
  return host.call('webhooks.create', { body: { url: receiverUrl, events, isEnabled: true } })
}

/** A wallet of which the environment's own server has a share. */
export interface DelegatedWallet {
  readonly wallet: DeviceWallet
  /** The party of the user's device. */
  readonly user: Holder
  /** The party that it makes for the server. */
  readonly delegate: Holder
}

/** Reshares the key of a wallet, by default of a new one, so that the environment's own server gets a share. */
export async function reshareForDelegate(host: Host, existingWallet?: DeviceWallet): Promise<DelegatedWallet> {
  const wallet = existingWallet ?? (await createDeviceWallet(host))
  const [former] = wallet.parties as [Holder]
  const [delegate] = createParties('delegate')
  const body = {
    clientKeygenIds: idsOf([former.identity, delegate!]),
    oldThresholdSignatureScheme: former.share.keySet.scheme,
    newThresholdSignatureScheme: 'TWO_OF_THREE',
    delegateToProjectEnvironment: true,
  }
  const { walletId, token } = wallet
  const { roomId } = (await host.call('waas.reshare', { token, params: { walletId }, body })).body
  const [userShare, theirs] = await playForShares(host, roomId, [former, { identity: delegate! }])
  return { wallet, user: userShare!, delegate: theirs! }
}

/** Delivers the share of the server, as the user's device does. */
export async function deliver(
  host: Host,
  { wallet: { walletId, token }, delegate }: DelegatedWallet,
  envelope: object = seal(JSON.stringify(delegate)),
): Promise<Schemas['DelegatedShareDeliveryResponse']> {
  const body = { encryptedDelegatedShare: envelope }
  return (await host.call('delegatedAccess.deliver', { token, params: { walletId }, body })).body
}

/** The opened content of a webhook to the environment's own server. */
export interface Grant {
  readonly walletId: string
  readonly walletApiKey: string
  readonly party: PartySecrets & { readonly share: KeyShare }
}

/** Opens the envelopes of an event. */
export function grantOf({ data }: { readonly data: unknown }): Grant {
  const { walletId, encryptedDelegatedShare, encryptedWalletApiKey } = data as {
    readonly walletId: string
    readonly encryptedDelegatedShare: Envelope
    readonly encryptedWalletApiKey: Envelope
  }
  const party = JSON.parse(open(encryptedDelegatedShare)) as Grant['party']
  return { walletId, walletApiKey: open(encryptedWalletApiKey), party }
}

/** Makes a wallet that the environment's own server signs with. */
export async function delegate(host: Host, received: readonly Received[], existingWallet?: DeviceWallet) {
  const delegated = await reshareForDelegate(host, existingWallet)
  await deliver(host, delegated)
  await host.mock.clock.settle()
  const grant = grantOf(received.at(-1)?.body as { data: unknown })
  return { ...delegated, grant }
}

/** Signs as the environment's own server. */
export async function signAsDelegate(host: Host, { walletId, walletApiKey, party }: Grant, digest: string) {
  const { body: room } = await host.call('delegatedAccess.signMessage', {
    params: { walletId },
    headers: { 'x-wallet-api-key': walletApiKey },
    body: { message: digest, isFormatted: true },
  })
  return playAsDelegate(host, { roomId: room.roomId, party, digest })
}

export async function playAsDelegate(
  host: Host,
  { roomId, party, digest }: { readonly roomId: string; readonly party: Grant['party']; readonly digest: string },
) {
  const more = { message: digest.replace(/^0x/, '') } as Partial<Plan>
  const { results } = await playRoom(host.mock, roomId, { parties: [party], more })
  const result = results[party.identity.keygenId]
  if (result?.kind !== 'signature') throw new Error('The parties have not signed.')
  return result
}
