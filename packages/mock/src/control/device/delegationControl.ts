import { toBase64, utf8 } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
import { hmacSha256 } from '@latchkey/crypto/hmac'
import { openEnvelope, rsaOaep, type SealedEnvelope } from '@latchkey/device/envelope'
import { addKey } from '../../domain/delegation/keys.ts'
import { ownerOf } from '../../domain/organizations/creators.ts'
import { issueEnvironmentToken } from '../../domain/organizations/tokens.ts'
import { createWebhook } from '../../domain/webhooks/webhooks.ts'
import { signatureHeader } from '../../world/webhookDelivery.ts'
import { transact, type World } from '../../world/world.ts'
import type { EnvironmentChoice } from '../objects/create/factoryContext.ts'
import type { SettingsControl } from '../objects/settingsControl.ts'
import type { WebhookControl } from '../objects/webhookControl.ts'
import { readShare } from './embeddedBackup.ts'
import { callService, type DeviceParty, playRoom, type Service } from './embeddedDevice.ts'
import { createEvmSigning, type Hex } from './embeddedEvm.ts'
import type { RawSignature } from './embeddedKey.ts'
import type { ViemAccount } from './embeddedWallet.ts'

/** A wallet that a server may sign with. */
interface GrantedWallet {
  readonly walletId: string
  readonly userId: string
  readonly chain: string
  readonly address: string
}

/** A server of an application, to which users delegate access to their wallets. */
export interface DelegationBackend {
  /** Thumbprint of its RSA key (RFC 7638). */
  readonly kid: string
  /** Where its webhook listens, in process. */
  readonly url: string
  /** The wallets whose envelopes it has opened, until their delegation ends. */
  wallets(): readonly GrantedWallet[]
  /**
   * Signs bytes in hex without the user: a digest of 32 bytes on EVM and BTC, a message of any length elsewhere.
   *
   * @throws Error with the service's sentence for a refusal, and for a wallet that it never got
   */
  sign(walletId: string, message: string): Promise<RawSignature>
  /** Signs a transaction in viem's form without the user. EVM only. @returns The serialized signed transaction. */
  signTransaction(walletId: string, transaction: object): Promise<Hex>
  /** The wallet as an account of viem. EVM only. */
  viemAccount(walletId: string): ViemAccount
}

/** Creates servers to which users delegate access to their wallets. */
export interface DelegationControl {
  /**
   * Makes a server that users can delegate access to: an API token, an RSA key, and a webhook that opens the envelopes
   * in process. It enables delegated access in the settings if they do not enable it yet.
   *
   * @example
   * const agent = await mock.delegation.backend()
   * await wallet.delegate()
   * await agent.sign(wallet.walletId, digest)
   */
  backend(choice?: EnvironmentChoice): Promise<DelegationBackend>
}

interface DelegationParts {
  readonly service: Service
  readonly settings: SettingsControl
  readonly webhooks: WebhookControl
  readonly settle: () => Promise<void>
  readonly sandboxId: string
}

/** The facts of an event that a server keeps. */
interface Grant extends GrantedWallet {
  /** Hex. */
  readonly publicKey: string
  readonly walletApiKey: string
  readonly party: DeviceParty
}

const scopes = ['waas.delegatedAccess.signMessage'] as const
const events: ['wallet.delegation.created', 'wallet.delegation.revoked'] = [
  'wallet.delegation.created',
  'wallet.delegation.revoked',
]

export function createDelegationControl(parts: DelegationParts): DelegationControl {
  const { service, settings, webhooks, sandboxId } = parts
  const { world } = service
  return {
    async backend({ environmentId = sandboxId } = {}) {
      await enableDelegation(settings, environmentId)
      const pair = await crypto.subtle.generateKey(
        { ...rsaOaep, modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) },
        true,
        ['encrypt', 'decrypt'],
      )
      const publicKey = await pemOf(pair.publicKey)
      const { kid, token, secret, url } = await register(world, environmentId, publicKey)
      const grants = new Map<string, Grant>()
      webhooks.receive(url, async (request) => {
        const body = await request.text()
        const { issuedNames } = world.settings
        const header = issuedNames?.header(signatureHeader) ?? signatureHeader
        if (request.headers.get(header) !== `sha256=${hmacSha256(secret, body)}`)
          return new Response(null, { status: 401 })
        const message = JSON.parse(body) as Delivery
        await readEvent(grants, pair.privateKey, (issuedNames?.readWebhook(message) as Delivery | undefined) ?? message)
        return new Response(null, { status: 204 })
      })
      const base = `/api/v0/environments/${environmentId}/waas`
      return delegationBackend(parts, { kid, url, token, base, grants })
    },
  }
}

interface BackendState {
  readonly kid: string
  readonly url: string
  readonly token: string
  /** Path of the operations. */
  readonly base: string
  readonly grants: ReadonlyMap<string, Grant>
}

function delegationBackend({ service, settle }: DelegationParts, state: BackendState): DelegationBackend {
  const { kid, url, token, base, grants } = state
  // Revoked grants stay here, so that a test sees the refusal of the service.
  const everGranted = new Map<string, Grant>()

  async function grantOf(walletId: string): Promise<Grant> {
    // Waits for the events of earlier calls.
    await settle()
    for (const [id, grant] of grants) everGranted.set(id, grant)
    const grant = everGranted.get(walletId)
    if (grant) return grant
    throw new TypeError('Failed to sign: nobody has delegated access to this wallet.')
  }

  async function signInRoom(
    walletId: string,
    signed: string,
    { message, isFormatted = false }: { readonly message: string; readonly isFormatted?: boolean },
  ): Promise<RawSignature> {
    const { walletApiKey, party } = await grantOf(walletId)
    const { roomId } = await callService(service, `${base}/${walletId}/delegatedAccess/signMessage`, {
      token,
      headers: { 'x-wallet-api-key': walletApiKey },
      body: { message, isFormatted },
    })
    const results = await playRoom(service, String(roomId), { parties: [party], more: { message: signed } })
    const result = results[party.identity.keygenId]
    if (result?.kind !== 'signature') throw new Error('The parties have not signed.')
    const { signature, recovery } = result
    return { signature, ...defined({ recovery }) }
  }

  const evmOf = (walletId: string) => createEvmSigning((digest, request) => signInRoom(walletId, digest, request))

  return {
    kid,
    url,
    wallets: () =>
      [...grants.values()].map(({ walletId, userId, chain, address }) => ({ walletId, userId, chain, address })),
    sign: (walletId, message) => {
      const bytes = message.replace(/^0x/, '')
      return signInRoom(walletId, bytes, { message: `0x${bytes}`, isFormatted: true })
    },
    signTransaction: (walletId, transaction) => evmOf(walletId).signTransaction(transaction),
    viemAccount(walletId) {
      const grant = grants.get(walletId)
      if (grant?.chain !== 'EVM')
        throw new TypeError('Failed to call "viemAccount()": the server has no wallet of EVM with this id.')
      const { address, publicKey } = grant
      return {
        address: address as Hex,
        publicKey: `0x${publicKey}`,
        source: 'custom',
        type: 'local',
        ...evmOf(walletId),
      }
    },
  }
}

/**
 * Enables delegated access, and fills in the other required settings of such wallets with the most permissive values.
 */
async function enableDelegation(settings: SettingsControl, environmentId: string): Promise<void> {
  const waas = settings.get({ environmentId }).sdk.waas
  if (waas?.delegatedAccess?.enabled) return
  const defaults = {
    passcodeRequired: false,
    onSignUp: { promptBackupOptions: false, promptClientShareExport: false },
    backupOptions: ['cloudDrive' as const, 'deviceCloud' as const, 'service' as const, 'external' as const],
  }
  const delegatedAccess = { ...waas?.delegatedAccess, enabled: true }
  await settings.patch({ sdk: { waas: { ...(waas ?? defaults), delegatedAccess } } }, { environmentId })
}

async function register(world: World, environmentId: string, publicKey: string) {
  return transact(world, async (backend) => {
    const { kid } = await addKey(backend, environmentId, { publicKey })
    const createdBy = ownerOf(backend, environmentId)
    const { rawToken: token } = issueEnvironmentToken(backend, environmentId, { note: 'Delegate', scopes, createdBy })
    const url = `https://delegate-${kid
      .slice(0, 8)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '0')}.example.com/webhooks`
    const { secret } = createWebhook(backend, environmentId, { url, events, isEnabled: true })
    return { kid, token, secret, url }
  })
}

/** A delivery, as far as a server reads it. */
interface Delivery {
  readonly eventName: string
  readonly data: {
    readonly walletId: string
    readonly userId: string
    readonly chain: string
    readonly publicKey: string
    readonly encryptedDelegatedShare: SealedEnvelope
    readonly encryptedWalletApiKey: SealedEnvelope
  }
}

async function readEvent(
  grants: Map<string, Grant>,
  privateKey: CryptoKey,
  { eventName, data }: Delivery,
): Promise<void> {
  const { walletId, userId, chain, publicKey: address } = data
  if (eventName === 'wallet.delegation.revoked') grants.delete(walletId)
  if (eventName !== 'wallet.delegation.created') return
  const text = await openEnvelope(privateKey, data.encryptedDelegatedShare)
  const { wallet } = JSON.parse(text) as { readonly wallet: { readonly publicKey: string } }
  const walletApiKey = await openEnvelope(privateKey, data.encryptedWalletApiKey)
  const facts = { walletId, userId, chain, address, publicKey: wallet.publicKey }
  grants.set(walletId, { ...facts, walletApiKey, party: readShare(text) })
}

/** Base64 of the PEM of a public key. */
async function pemOf(key: CryptoKey): Promise<string> {
  const spki = toBase64(new Uint8Array(await crypto.subtle.exportKey('spki', key)))
  const lines = spki.match(/.{1,64}/g) ?? []
  return toBase64(utf8(['-----BEGIN PUBLIC KEY-----', ...lines, '-----END PUBLIC KEY-----', ''].join('\n')))
}
