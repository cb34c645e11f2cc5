import type { AptosAccountFacts, AptosCard, AptosNetwork, Bridge } from '../wire.ts'
import type { Install } from './pageWindow.ts'
import { bytesOf, toWire } from './standardValues.ts'
import { registerWallet } from './standardWallet.ts'
import { errorOf } from './walletFailure.ts'

/** A value of the library of Aptos: apps read its text, its bytes and its BCS, and know it by no class. */
interface Value {
  toString(): string
  toUint8Array(): Uint8Array
  bcsToBytes(): Uint8Array
}

interface AccountInfo {
  readonly address: Value
  readonly publicKey: Value
}

/** The reply to a request that the person may refuse (AIP-62). */
type UserResponse<Args> = { readonly status: 'Approved'; readonly args: Args } | { readonly status: 'Rejected' }

interface WireBytes {
  readonly base64: string
}

type AccountListener = (account: AccountInfo | undefined) => void
type NetworkListener = (network: AptosNetwork) => void

const hexOf = (bytes: Uint8Array) => `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`

const valueOf = (bytes: Uint8Array, bcs: Uint8Array): Value => ({
  toString: () => hexOf(bytes),
  toUint8Array: () => bytes.slice(),
  bcsToBytes: () => bcs.slice(),
})

/** A list of less than 128 bytes in BCS. */
const listOf = (bytes: Uint8Array) => Uint8Array.of(bytes.length, ...bytes)

/** A key or a signature: of ed25519 it is a list of bytes in BCS, and of any kind it is BCS already. */
const keyValueOf = (bytes: Uint8Array, isSingleKey: boolean) => valueOf(bytes, isSingleKey ? bytes : listOf(bytes))

/** An address is bytes, which the library takes where it does not know the class. */
function addressOf(hex: string): Value {
  const bytes = Uint8Array.from(hex.slice(2).match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
  return Object.assign(bytes, { ...valueOf(bytes, bytes), data: bytes, toStringLong: () => hex }) as Value
}

/** The bytes of a value of the library, of whichever copy. */
const wireOf = (value: unknown): unknown => toWire((value as Value).bcsToBytes())

function createAptosWallet({ id, name, icon, chains, accounts: facts }: AptosCard, bridge: Bridge) {
  const accountListeners = new Set<AccountListener>()
  const networkListeners = new Set<NetworkListener>()
  const infos = new Map(facts.map((each) => [each.address, infoOf(each)]))
  let shown: readonly string[] = []
  let isConnected = false

  async function send(method: string, ...inputs: unknown[]): Promise<unknown> {
    const reply = await bridge.send({ wallet: id, method, params: toWire(inputs) })
    if ('error' in reply) throw errorOf(reply.error)
    return reply.result
  }

  /** A refusal of the person is a reply. */
  async function ask<Args>(work: () => Promise<Args>): Promise<UserResponse<Args>> {
    try {
      return { status: 'Approved', args: await work() }
    } catch (error) {
      if (Object(error).code === 4001) return { status: 'Rejected' }
      throw error
    }
  }

  function infoOf({ address, publicKey, isSingleKey }: AptosAccountFacts): AccountInfo {
    const key = keyValueOf(bytesOf(publicKey), isSingleKey)
    /** The page has no code of any curve, so the wallet verifies. */
    const verifySignatureAsync = ({ message, signature }: { message: Uint8Array; signature: Value }) =>
      send('aptos:verify', { account: address, message, signature: signature.toUint8Array() })
    return { address: addressOf(address), publicKey: Object.assign(key, { verifySignatureAsync }) }
  }

  function call<Data>(listeners: ReadonlySet<(data: Data) => void>, data: Data): void {
    for (const listener of listeners) {
      try {
        listener(data)
      } catch (error) {
        // Shown as a page shows its own errors, and the next listener hears the event.
        void Promise.reject(error)
      }
    }
  }

  function show(addresses: readonly string[]): void {
    if (addresses.join() === shown.join()) return
    shown = addresses
    call(accountListeners, infos.get(addresses[0] ?? ''))
  }

  bridge.listen((event) => {
    if (event.wallet !== id) return
    if (event.event === 'network') call(networkListeners, event.data)
    if (event.event === 'accounts' && isConnected) show(event.data)
  })

  async function account(method: string, ...inputs: unknown[]): Promise<AccountInfo | undefined> {
    const addresses = (await send(method, ...inputs)) as string[]
    isConnected = true
    show(addresses)
    return infos.get(addresses[0] ?? '')
  }

  const isSingleKey = (address: string) => facts.some((each) => each.address === address && each.isSingleKey)

  async function signMessage(input: unknown) {
    const {
      account: address,
      signature,
      ...reply
    } = (await send('aptos:signMessage', input)) as {
      account: string
      signature: WireBytes
    }
    return { ...reply, signature: keyValueOf(bytesOf(signature.base64), isSingleKey(address)) }
  }

  /** Connects the page as well. */
  async function signIn(input: unknown) {
    const {
      account: address,
      signature,
      ...reply
    } = (await send('aptos:signIn', input)) as {
      account: string
      signature: WireBytes
    }
    isConnected = true
    show([address])
    const signed = keyValueOf(bytesOf(signature.base64), isSingleKey(address))
    return { ...reply, account: infos.get(address), signature: signed }
  }

  /** Takes a transaction of the library. One that is only a payload goes on to the wallet, which refuses it. */
  async function signTransaction(transaction: unknown, asFeePayer: unknown) {
    const { rawTransaction, feePayerAddress, secondarySignerAddresses } = Object(transaction) as Record<string, unknown>
    const input = {
      rawTransaction: rawTransaction && wireOf(rawTransaction),
      feePayerAddress: feePayerAddress && wireOf(feePayerAddress),
      secondarySignerAddresses: Array.isArray(secondarySignerAddresses)
        ? secondarySignerAddresses.map(wireOf)
        : undefined,
      asFeePayer: asFeePayer === true,
    }
    const { account: address, signature } = (await send('aptos:signTransaction', input)) as {
      account: string
      signature: WireBytes
    }
    const { publicKey } = infos.get(address) as AccountInfo
    const signed = keyValueOf(bytesOf(signature.base64), isSingleKey(address))
    // An `AccountAuthenticator` in BCS.
    const bcs = Uint8Array.of(isSingleKey(address) ? 2 : 0, ...publicKey.bcsToBytes(), ...signed.bcsToBytes())
    return { ...valueOf(bcs, bcs), public_key: publicKey, signature: signed }
  }

  const feature = (method: string, work: unknown, version = '1.0.0') => ({ version, [method]: work })
  const features = {
    'aptos:account': feature('account', () => account('aptos:account')),
    'aptos:connect': feature('connect', (silent: unknown) =>
      ask(() => account('aptos:connect', { silent: silent === true })),
    ),
    'aptos:disconnect': feature('disconnect', async () => {
      isConnected = false
      shown = []
      await send('aptos:disconnect')
    }),
    'aptos:network': feature('network', () => send('aptos:network')),
    'aptos:onAccountChange': feature('onAccountChange', async (listener: AccountListener) => {
      accountListeners.add(listener)
    }),
    'aptos:onNetworkChange': feature('onNetworkChange', async (listener: NetworkListener) => {
      networkListeners.add(listener)
    }),
    'aptos:signIn': feature('signIn', (input: unknown) => ask(() => signIn(input))),
    'aptos:signMessage': feature('signMessage', (input: unknown) => ask(() => signMessage(input))),
    'aptos:signTransaction': feature(
      'signTransaction',
      (transaction: unknown, asFeePayer: unknown) => ask(() => signTransaction(transaction, asFeePayer)),
      '1.1.0',
    ),
  }
  // Adapters put fields of their own into the object, so it stays open.
  return {
    version: '1.0.0',
    name,
    icon,
    url: 'https://example.com',
    chains: [...chains],
    features,
    get accounts() {
      return facts
        .filter(({ address }) => shown.includes(address))
        .map(({ address, publicKey }) => ({
          address,
          publicKey: bytesOf(publicKey),
          chains: [...chains],
          features: Object.keys(features),
          signingScheme: isSingleKey(address) ? 2 : 0,
        }))
    },
  }
}

/** Puts a wallet of Aptos into a page (AIP-62). */
export const installAptosWallet: Install<AptosCard> = (page, card, bridge) =>
  registerWallet(page, createAptosWallet(card, bridge))
