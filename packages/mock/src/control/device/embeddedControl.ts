import { createSolanaSigner } from '@latchkey/device/solana'
import type { components } from '@latchkey/types'
import { readHex, toBase64, toHex, utf8 } from '../../crypto/bytes.ts'
import { suiMessageDigest } from '../../crypto/chains/suiMessage.ts'
import { loadCeremony } from '../../domain/keySets/ceremony.ts'
import { addressOfKeySet, type ChainKey, chainKeyOfSet } from '../../domain/keySets/chainKeys.ts'
import { keySetOf } from '../../domain/keySets/keySets.ts'
import { type BackupPassword, openShare, sealShare } from './embeddedBackup.ts'
import { signPsbt } from './embeddedBitcoin.ts'
import { reshareAlone, reshareForDelegate, reshareTo, sealForDelegate } from './embeddedDelegation.ts'
import {
  callService,
  createIdentities,
  createSession,
  type DeviceParty,
  partiesIn,
  playRoom,
  type Service,
} from './embeddedDevice.ts'
import { createEvmSigning, type EvmSigning, type Hex } from './embeddedEvm.ts'
import { createKeySigner, type RawSignature } from './embeddedKey.ts'
import { createProvider } from './embeddedProvider.ts'
import type { EmbeddedOptions, EmbeddedWallet } from './embeddedWallet.ts'

type Schemas = components['schemas']

/** Creates an embedded wallet by the real operations and the real relay. */
export type CreateEmbeddedWallet = (
  user: string | { readonly id: string },
  options: EmbeddedOptions,
) => Promise<EmbeddedWallet>

/** The service, and what sends the messages that are due to the receivers of webhooks. */
interface SettlingService extends Service {
  readonly settle: () => Promise<void>
}

export function createEmbeddedWallets(service: SettlingService): CreateEmbeddedWallet {
  return async (user, { chain, addressType, scheme = 'TWO_OF_TWO', privateKey }) => {
    const userId = typeof user === 'string' ? user : user.id
    const record = service.world.store.reader.users.get(userId)
    if (!record) throw new TypeError('Failed to call "wallets.embedded()": there is no user with this id.')
    const secret = privateKey === undefined ? undefined : await secretOf(chain, privateKey)
    const isImported = secret === undefined ? undefined : true
    if (isImported && addressType === 'taproot')
      throw new TypeError(
        'Failed to call "wallets.embedded()": an imported key of BTC has an address of native SegWit.',
      )
    const tokenOf = createSession(service, userId)
    const { schemes } = await loadCeremony()
    const identities = await createIdentities(service, schemes[scheme].clients)
    const kind = chain === 'BTC' ? (addressType ?? 'native_segwit') : addressType
    const base = `/api/v0/sdk/${record.environmentId}/waas`
    const room = await callService(service, `${base}/${isImported ? 'privateKey/import' : 'create'}`, {
      token: await tokenOf(),
      body: {
        chain,
        clientKeygenIds: identities.map(({ keygenId }) => keygenId),
        thresholdSignatureScheme: scheme,
        ...(kind && !isImported && { addressType: kind }),
      },
    })
    // The first party deals a key that it brings.
    const players = identities.map((identity, i) => ({ identity, ...(i === 0 && secret !== undefined && { secret }) }))
    const parties = partiesIn(await playRoom(service, String(room.roomId), { parties: players }), players)
    const [first] = parties
    if (!first) throw new Error('The ceremony gave the device no share.')
    const key = chainKeyOfSet({ chain, addressType: kind, ...(isImported && { isImported }) })
    const { address, publicKey } = await addressOfKeySet(key, first.share.keySet)
    const walletId = String(room.walletId)
    const facts = { walletId, chain, address, publicKey, scheme, addressType: kind, key }
    return deviceWallet(service, { userId, environmentId: record.environmentId, base, ...facts }, { tokenOf, parties })
  }
}

/** Hex of a private key in the format of its chain. @throws TypeError */
async function secretOf(chain: Schemas['WaasChainEnum'], privateKey: string): Promise<string> {
  const { readPrivateKey } = await loadCeremony()
  try {
    return readPrivateKey(chain, privateKey)
  } catch {
    // The sentence must not have the key.
    throw new TypeError(`Failed to call "wallets.embedded()": "privateKey" is not in the format of ${chain}.`)
  }
}

/** What does not change from device to device. */
interface WalletFacts {
  readonly userId: string
  readonly environmentId: string
  /** Path of the operations. */
  readonly base: string
  readonly walletId: string
  readonly chain: Schemas['WaasChainEnum']
  readonly addressType: EmbeddedOptions['addressType']
  readonly address: string
  readonly publicKey: string
  readonly scheme: Schemas['ThresholdSignatureScheme']
  readonly key: ChainKey
}

interface Device {
  /** The token of the session. */
  readonly tokenOf: () => Promise<string>
  readonly parties: readonly DeviceParty[]
}

function deviceWallet(service: SettlingService, facts: WalletFacts, device: Device): EmbeddedWallet {
  const { walletId, chain, address, publicKey } = facts
  let { parties } = device
  const lossListeners = new Set<() => void>()
  const signWithKey = createKeySigner(service.world, walletId)

  const call = async (action: string, body: object) =>
    callService(service, `${facts.base}/${walletId}/${action}`, { token: await device.tokenOf(), body })

  function ownParty(): DeviceParty {
    const [party] = parties
    if (party) return party
    throw new TypeError('Failed to sign: the device of this wallet was lost.')
  }

  /** Asks the service for a room, and signs in it with as many parties as leave a place for the service. */
  async function signInRoom(signed: string, request: object): Promise<RawSignature> {
    const party = ownParty()
    const { roomId } = await call('signMessage', request)
    const results = await playRoom(service, String(roomId), { parties: [party], more: { message: signed } })
    const result = results[party.identity.keygenId]
    if (result?.kind !== 'signature') throw new Error('The parties have not signed.')
    const { signature, recovery } = result
    return { signature, ...(recovery !== undefined && { recovery }) }
  }

  /** A personal message of Sui: the digest of the text with its intent, and a signature with its scheme and key. */
  async function signOnSui(text: string): Promise<string> {
    const message = toHex(suiMessageDigest(text))
    const request = { message: `0x${message}`, isFormatted: true, context: { suiMessage: text } }
    const { signature } = await signInRoom(message, request)
    return toBase64(readHex(`00${signature}${publicKey}`) ?? new Uint8Array())
  }

  const signBytes = (bytes: string) => signInRoom(bytes, { message: `0x${bytes}`, isFormatted: true })
  const evm = createEvmSigning(signInRoom)

  function signingOf(family: 'EVM' | 'SVM', name: string): EvmSigning {
    if (chain === family) return evm
    throw new TypeError(`Failed to call "${name}()": the wallet is one of ${chain}, not ${family}.`)
  }

  async function refresh(): Promise<void> {
    ownParty()
    const { roomId } = await call('refresh', {})
    const results = await playRoom(service, String(roomId), { parties })
    parties = partiesIn(results, parties)
  }

  async function delegate(): Promise<void> {
    const [user, delegateParty] = await reshareForDelegate({ service, call, parties })
    parties = [user]
    const wallet = { id: walletId, chain, address, publicKey, scheme: 'TWO_OF_THREE' }
    const input = { party: delegateParty, wallet, derivation: facts.key.derivation }
    const encryptedDelegatedShare = await sealForDelegate(service, facts.environmentId, input)
    await call('delegatedAccess/delivery', { encryptedDelegatedShare })
    // The server has its share by a webhook, and can sign as soon as this ends.
    await service.settle()
  }

  async function reshare({ scheme }: Parameters<EmbeddedWallet['reshare']>[0]): Promise<void> {
    parties = await reshareTo({ service, call, parties }, scheme)
  }

  async function exportKey(): Promise<string> {
    const party = ownParty()
    const exportId = party.identity.keygenId
    const { roomId } = await call('privateKey/export', { exportId })
    const results = await playRoom(service, String(roomId), { parties: [party] })
    const result = results[exportId]
    if (result?.kind !== 'privateKey') throw new Error('The ceremony gave the device no key.')
    const { writePrivateKey } = await loadCeremony()
    return writePrivateKey(chain, result.privateKey)
  }

  async function revokeDelegation(): Promise<void> {
    parties = await reshareAlone({ service, call, parties })
  }

  async function backUp(secret: BackupPassword): Promise<void> {
    ownParty()
    const { addressType, key } = facts
    const scheme = parties[0]?.share.keySet.scheme
    const wallet = { id: walletId, chain, address, publicKey, scheme, ...(addressType && { addressType }) }
    const backups: string[] = []
    for (const party of parties)
      backups.push(await sealShare(service.world.random, { party, wallet, derivation: key.derivation }, secret))
    await storeBackups(call, parties, backups)
  }

  async function newDevice(secret: BackupPassword): Promise<EmbeddedWallet> {
    if (parties.length > 0 && !hasBackup(service, walletId)) await backUp(secret)
    const tokenOf = createSession(service, facts.userId)
    const path = `${facts.base}/${walletId}/keyShares/recover`
    const { keyShares } = await callService(service, path, { token: await tokenOf(), body: {} })
    const backups = backupsIn(keyShares as RecoveredShares)
    const recovered = await Promise.all(backups.map((backup) => openShare(backup, walletId, secret.password)))
    return deviceWallet(service, facts, { tokenOf, parties: recovered })
  }

  return {
    walletId,
    chain,
    address,
    publicKey,
    get shares() {
      return parties.map(({ identity, share }) => ({
        keygenId: identity.keygenId,
        signingShare: share.signingShare,
      }))
    },
    sign: async (message) => signWithKey(ownParty(), message),
    signInRoom: (message) => signBytes(message.replace(/^0x/, '')),
    async signMessage(text) {
      if (chain === 'EVM') return evm.signMessage({ message: text })
      if (chain === 'SUI') return signOnSui(text)
      if (chain === 'BTC')
        throw new TypeError(
          'Failed to call "signMessage()": sign the digest of BIP-322 on BTC, or a PSBT by "signPsbt()".',
        )
      return (await signBytes(toHex(utf8(text)))).signature
    },
    async signPsbt(psbt) {
      if (chain === 'BTC') return signPsbt(psbt, publicKey, signInRoom)
      throw new TypeError(`Failed to call "signPsbt()": the wallet is one of ${chain}, not BTC.`)
    },
    signTypedData: async (typedData) => signingOf('EVM', 'signTypedData').signTypedData(typedData),
    signTransaction: async (transaction) => signingOf('EVM', 'signTransaction').signTransaction(transaction),
    viemAccount() {
      const signing = signingOf('EVM', 'viemAccount')
      return { address: address as Hex, publicKey: `0x${publicKey}`, source: 'custom', type: 'local', ...signing }
    },
    provider(options = {}) {
      const signing = signingOf('EVM', 'provider')
      const hasDevice = () => parties.length > 0
      const onLoss = (listener: () => void) => void lossListeners.add(listener)
      return createProvider({ service, address, signing, hasDevice, onLoss }, options)
    },
    solanaSigner() {
      signingOf('SVM', 'solanaSigner')
      return createSolanaSigner(address, signBytes)
    },
    refresh,
    reshare,
    export: exportKey,
    delegate,
    revokeDelegation,
    backUp,
    newDevice,
    loseDevice() {
      parties = []
      for (const listener of lossListeners) listener()
    },
  }
}

/** Stores the backups of parties, in their order, and marks where they are. */
async function storeBackups(
  call: (action: string, body: object) => Promise<Record<string, unknown>>,
  parties: readonly DeviceParty[],
  encryptedAccountCredentials: readonly string[],
): Promise<void> {
  const { keyShares } = await call('keyShares/backup', { encryptedAccountCredentials, passwordEncrypted: true })
  const locations = (keyShares as { externalKeyShareId: string }[]).map(({ externalKeyShareId }, index) => ({
    location: 'service',
    externalKeyShareId,
    keygenId: parties[index]?.identity.keygenId,
  }))
  await call('keyShares/backup/locations', { locations })
}

type RecoveredShares = readonly { readonly encryptedAccountCredential?: string }[]

/** The backups that the service has returned. @throws Error when there is none */
function backupsIn(keyShares: RecoveredShares): string[] {
  const backups = keyShares.flatMap(({ encryptedAccountCredential }) => encryptedAccountCredential ?? [])
  if (backups.length === 0) throw new Error('The service has no backup of this wallet: call "backUp()" in time.')
  return backups
}

/** Whether the service has a backup of a wallet that counts. */
function hasBackup({ world }: Service, walletId: string): boolean {
  const store = world.store.reader
  const keySet = keySetOf({ store }, walletId)
  return (
    keySet !== undefined && [...store.keyShareBackups.scan('byKeySet', [keySet.id])].some(({ markedAt }) => markedAt)
  )
}
