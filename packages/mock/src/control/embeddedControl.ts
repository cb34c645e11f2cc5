import type { components } from '@latchkey/types'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { readHex, toHex, utf8 } from '../crypto/bytes.ts'
import { loadCeremony } from '../domain/keySets/ceremony.ts'
import {
  callService,
  createIdentities,
  createSession,
  type DeviceParty,
  playRoom,
  type Service,
} from './embeddedDevice.ts'

type Schemas = components['schemas']
type Hex = `0x${string}`

interface EmbeddedOptions {
  readonly chain: Schemas['WaasChainEnum']
  /** BTC only. @default 'native_segwit' */
  readonly addressType?: 'native_segwit' | 'taproot'
  /** @default 'TWO_OF_TWO' */
  readonly scheme?: Schemas['ThresholdSignatureScheme']
}

/** A raw signature: hex of 64 bytes, and on EVM and BTC which of the possible keys signed. */
interface RawSignature {
  readonly signature: string
  readonly recovery?: number
}

/** An account as viem's `toAccount` gives one. */
interface ViemAccount {
  readonly address: Hex
  readonly source: 'custom'
  readonly type: 'local'
  sign(parameters: { hash: Hex }): Promise<Hex>
  signMessage(parameters: { message: string | { raw: Hex | Uint8Array } }): Promise<Hex>
  signTransaction(transaction: object): Promise<Hex>
  signTypedData(typedData: object): Promise<Hex>
}

/** A signer as `@solana/kit` takes one for transactions and messages. */
interface SolanaSigner {
  readonly address: string
  signMessages(messages: readonly { readonly content: Uint8Array }[]): Promise<Readonly<Record<string, Uint8Array>>[]>
  signTransactions(
    transactions: readonly { readonly messageBytes: Uint8Array }[],
  ): Promise<Readonly<Record<string, Uint8Array>>[]>
}

/** An embedded wallet and the device of its user, which holds the user's shares. */
interface EmbeddedWallet {
  readonly walletId: string
  readonly chain: Schemas['WaasChainEnum']
  readonly address: string
  /** The shares that the device holds. They are secret: use them in tests alone. */
  readonly shares: readonly DeviceShare[]
  /** Signs bytes in hex, in a room: a digest of 32 bytes on EVM and BTC, a message of any length elsewhere. */
  sign(message: string): Promise<RawSignature>
  /** Signs a text as wallets of the chain do: EIP-191 on EVM, its UTF-8 on SVM, SUI and TON. @returns Hex */
  signMessage(text: string): Promise<string>
  /** Signs typed data (EIP-712). EVM only. */
  signTypedData(typedData: object): Promise<Hex>
  /** Signs a transaction in viem's form. EVM only. @returns The serialized signed transaction. */
  signTransaction(transaction: object): Promise<Hex>
  /** The wallet as an account of viem. EVM only. */
  viemAccount(): ViemAccount
  /** The wallet as a signer of `@solana/kit`. SVM only. */
  solanaSigner(): SolanaSigner
  /** The device is lost, with its shares. */
  loseDevice(): void
}

/** A share, and the party that holds it. */
interface DeviceShare {
  readonly keygenId: string
  /** Hex. */
  readonly signingShare: string
}

/** Creates an embedded wallet by the real operations and the real relay. */
export type CreateEmbeddedWallet = (
  user: string | { readonly id: string },
  options: EmbeddedOptions,
) => Promise<EmbeddedWallet>

export function createEmbeddedWallets(service: Service): CreateEmbeddedWallet {
  return async (user, { chain, addressType, scheme = 'TWO_OF_TWO' }) => {
    const userId = typeof user === 'string' ? user : user.id
    const record = service.world.store.reader.users.get(userId)
    if (!record) throw new TypeError('Failed to call "wallets.embedded()": there is no user with this id.')
    const tokenOf = createSession(service, userId)
    const { schemes } = await loadCeremony()
    const identities = await createIdentities(service, schemes[scheme].clients)
    const kind = chain === 'BTC' ? (addressType ?? 'native_segwit') : addressType
    const base = `/api/v0/sdk/${record.environmentId}/waas`
    const room = await callService(service, `${base}/create`, {
      token: await tokenOf(),
      body: {
        chain,
        clientKeygenIds: identities.map(({ keygenId }) => keygenId),
        thresholdSignatureScheme: scheme,
        ...(kind && { addressType: kind }),
      },
    })
    const results = await playRoom(service, String(room.roomId), {
      parties: identities.map((identity) => ({ identity })),
    })
    const parties = identities.flatMap((identity) => {
      const result = results[identity.keygenId]
      return result?.kind === 'share' ? [{ identity, share: result.share }] : []
    })
    return deviceWallet(service, { tokenOf, base, chain, walletId: String(room.walletId), parties })
  }
}

interface Holding {
  /** The token of the user's session. */
  readonly tokenOf: () => Promise<string>
  readonly base: string
  readonly chain: Schemas['WaasChainEnum']
  readonly walletId: string
  readonly parties: readonly DeviceParty[]
}

function deviceWallet(service: Service, holding: Holding): EmbeddedWallet {
  const { chain, walletId, base, tokenOf } = holding
  let parties = holding.parties
  const address = service.world.store.reader.wallets.get(walletId)?.publicKey ?? ''
  const only = (family: Schemas['WaasChainEnum'], call: string) => {
    if (chain !== family)
      throw new TypeError(`Failed to call "${call}()": the wallet is one of ${chain}, not ${family}.`)
  }

  /** Asks the service for a room, and signs in it with as many parties as leave a place for the service. */
  async function signWith(signed: string, context?: object): Promise<RawSignature> {
    const [party] = parties
    if (!party) throw new TypeError('Failed to sign: the device of this wallet was lost.')
    const { roomId } = await callService(service, `${base}/${walletId}/signMessage`, {
      token: await tokenOf(),
      body: { message: `0x${signed}`, isFormatted: true, ...(context && { context }) },
    })
    const more = { message: signed }
    const results = await playRoom(service, String(roomId), { parties: [party], more })
    const result = results[party.identity.keygenId]
    if (result?.kind !== 'signature') throw new Error('The parties have not signed.')
    const { signature, recovery } = result
    return { signature, ...(recovery !== undefined && { recovery }) }
  }

  const evmHex = ({ signature, recovery = 0 }: RawSignature): Hex => `0x${signature}${(27 + recovery).toString(16)}`
  const signDigest = async (digest: string, context?: object) => evmHex(await signWith(digest.slice(-64), context))

  async function signPersonal(message: string | { raw: Hex | Uint8Array }): Promise<Hex> {
    const { getSignPayload } = await import('ox/PersonalMessage')
    const raw: Hex = `0x${toHex(bytesOf(message))}`
    return signDigest(getSignPayload(raw), { evmMessage: { raw } })
  }

  async function signTypedData(typedData: object): Promise<Hex> {
    only('EVM', 'signTypedData')
    const { getSignPayload } = await import('ox/TypedData')
    return signDigest(getSignPayload(typedData as Parameters<typeof getSignPayload>[0]))
  }

  async function signTransaction(transaction: object): Promise<Hex> {
    only('EVM', 'signTransaction')
    const envelopes = await import('ox/TxEnvelope')
    const { nonce = 0, ...fields } = transaction as { nonce?: number }
    const envelope = { ...fields, nonce: BigInt(nonce) } as Parameters<typeof envelopes.serialize>[0]
    const unsigned = envelopes.serialize(envelope)
    const digest = toHex(keccak_256(readHex(unsigned) ?? new Uint8Array()))
    const { signature, recovery = 0 } = await signWith(digest)
    const { type, chainId = 0 } = transaction as { type?: string; chainId?: number }
    // EIP-155 puts the chain into the recovery id of a legacy transaction.
    const v = chainId > 0 ? chainId * 2 + 35 + recovery : 27 + recovery
    const parts = {
      r: `0x${signature.slice(0, 64)}`,
      s: `0x${signature.slice(64)}`,
      ...(type === 'legacy' ? { v } : { yParity: recovery }),
    }
    return envelopes.serialize({ ...envelope, ...parts } as Parameters<typeof envelopes.serialize>[0])
  }

  return {
    walletId,
    chain,
    address,
    get shares() {
      return parties.map(({ identity, share }) => ({
        keygenId: identity.keygenId,
        signingShare: share.signingShare,
      }))
    },
    sign: (message) => signWith(message.replace(/^0x/, '')),
    async signMessage(text) {
      if (chain === 'EVM') return signPersonal(text)
      if (chain === 'BTC') throw new TypeError('Failed to call "signMessage()": sign the digest of BIP-322 on BTC.')
      return (await signWith(toHex(utf8(text)))).signature
    },
    signTypedData,
    signTransaction,
    viemAccount() {
      only('EVM', 'viemAccount')
      return {
        address: address as Hex,
        source: 'custom',
        type: 'local',
        sign: ({ hash }) => signDigest(hash),
        signMessage: ({ message }) => signPersonal(message),
        signTransaction,
        signTypedData,
      }
    },
    solanaSigner() {
      only('SVM', 'solanaSigner')
      const signAll = (messages: readonly Uint8Array[]) =>
        Promise.all(
          messages.map(async (message) => {
            const { signature } = await signWith(toHex(message))
            return { [address]: readHex(signature) ?? new Uint8Array() }
          }),
        )
      return {
        address,
        signMessages: (messages) => signAll(messages.map(({ content }) => content)),
        signTransactions: (transactions) => signAll(transactions.map(({ messageBytes }) => messageBytes)),
      }
    },
    loseDevice() {
      parties = []
    },
  }
}

function bytesOf(message: string | { raw: Hex | Uint8Array }): Uint8Array {
  if (typeof message === 'string') return utf8(message)
  return typeof message.raw === 'string' ? (readHex(message.raw) ?? new Uint8Array()) : message.raw
}
