import { concat, readBase64, toBase64, toHex, utf8 } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
import type { TonKey } from '@latchkey/crypto/chains/ton'
import { writeBag } from '@latchkey/crypto/chains/tonCells'
import { providerCodes } from '@latchkey/device/provider'
import { sha256 } from '@noble/hashes/sha2.js'
import { hostOf } from '../hostOf.ts'
import type { InjectedMethod } from '../injected/injectedWallet.ts'
import { textOf } from '../standard/inputs.ts'
import type { Site, WalletCore } from '../walletCore.ts'
import { fail, WalletError } from '../walletError.ts'
import { tonDevice, tonProtocolVersion } from './tonCard.ts'
import { assertExpected, badRequest, readPayload, readTonTransaction, tonCodes } from './tonRequests.ts'
import { writeTonTransfer } from './tonTransfer.ts'

interface TonParts {
  readonly core: WalletCore
  /** The accounts by their addresses. */
  readonly keys: ReadonlyMap<string, TonKey>
  /** `-239` or `-3`. */
  readonly network: string
  readonly appName: string
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number
  /** The origins that have left by themselves, and so hear nothing of it. */
  readonly leaving: Set<string>
}

/** A request of a connected page. */
interface Request {
  readonly site: Site
  readonly method: string
  readonly params: unknown
  readonly key: TonKey
}

/** The most bytes of the payload of a proof. */
const longestPayload = 128

/** Raw, as TON Connect writes addresses. */
const rawAddress = ({ account: { workchain, hash } }: TonKey) => `${workchain}:${toHex(hash)}`

/** The methods of the bridge. None of them fails: errors are answers. */
export function createTonMethods(parts: TonParts): Readonly<Record<string, InjectedMethod>> {
  const { core, keys, network, appName, now, leaving } = parts
  /** The account to which each page is connected. It stays when the person selects another one. */
  const connected = new Map<string, string>()
  const sequences = new Map<string, number>()
  let lastEventId = 0

  const seconds = () => Math.floor(now() / 1000)
  const keyOf = ({ origin }: Site) =>
    core.control.connections.includes(origin) ? keys.get(connected.get(origin) ?? '') : undefined

  const addressItem = (key: TonKey) => ({
    name: 'ton_addr',
    address: rawAddress(key),
    network,
    walletStateInit: toBase64(writeBag(key.stateInit)),
    publicKey: toHex(key.publicKey),
  })

  function proofItem(host: string, key: TonKey, payload: string) {
    const timestamp = seconds()
    const signature = toBase64(key.signProof({ domain: host, timestamp, payload }))
    const domain = { lengthBytes: utf8(host).length, value: host }
    return { name: 'ton_proof', proof: { timestamp, domain, payload, signature } }
  }

  const connectEvent = (items: readonly object[]) => ({
    event: 'connect',
    id: ++lastEventId,
    payload: { items, device: tonDevice(appName) },
  })

  async function connect(site: Site, [version, request]: readonly unknown[]): Promise<object> {
    if (typeof version !== 'number' || version < 1 || version > tonProtocolVersion)
      throw badRequest(`The wallet does not have the version ${String(version)} of the protocol.`)
    const { manifestUrl, items } = Object(request) as Readonly<Record<string, unknown>>
    if (typeof manifestUrl !== 'string' || !URL.canParse(manifestUrl)) throw badRequest('"manifestUrl" is not a URL.')
    const wanted = readItems(items, network)
    const [selected = ''] = core.control.accounts
    const { payload: text } = wanted
    // Before the person is asked, so that nobody agrees to a proof that cannot be made.
    const host = text === undefined ? undefined : domainOf(site)
    const params = [version, request]
    const question = text === undefined ? {} : { kind: 'signIn' as const, account: selected, text }
    const [account = ''] = await core.connect(site, { method: 'connect', params, isRepeated: true, ...question })
    const key = keys.get(account)
    if (!key) throw fail(tonCodes.unknown, 'The page has no access to an account.')
    connected.set(site.origin, account)
    const proof = text === undefined || host === undefined ? [] : [proofItem(host, key, text)]
    return connectEvent([addressItem(key), ...proof])
  }

  function leave({ origin }: Site): void {
    leaving.add(origin)
    core.control.disconnect(origin)
    leaving.delete(origin)
  }

  async function sendTransaction({ site, method, params, key }: Request): Promise<string> {
    const expected = { network, from: rawAddress(key), now: seconds() }
    const { validUntil, messages, actions } = readTonTransaction(readPayload(params), expected)
    const write = (): Uint8Array => {
      const bag = writeTonTransfer(key, messages, { validUntil, sequence: sequences.get(key.address) ?? 0 })
      if (bag) return bag
      throw badRequest('The messages have more than 255 cells together.')
    }
    // Only what can be signed is asked. Another message can be signed while the person reads this one.
    write()
    const asked = { account: key.address, chain: network, actions, terms: { valid_until: validUntil } }
    await core.assertApproved(site, { kind: 'transaction', method, params, ...asked })
    const bag = write()
    sequences.set(key.address, (sequences.get(key.address) ?? 0) + 1)
    return toBase64(bag)
  }

  async function signData({ site, method, params, key }: Request): Promise<object> {
    const payload = readPayload(params)
    assertExpected(payload, { network, from: rawAddress(key), now: seconds() })
    const { kind, bytes } = readData(payload)
    const domain = domainOf(site)
    const text = textOf(bytes)
    const asked = { account: key.address, chain: network, ...defined({ text }) }
    await core.assertApproved(site, { kind: 'message', method, params, ...asked })
    const timestamp = seconds()
    const { workchain, hash } = key.account
    const host = utf8(domain)
    const signed = concat(
      Uint8Array.of(0xff, 0xff),
      utf8('ton-connect/sign-data/'),
      bigEndian(4, BigInt.asUintN(32, BigInt(workchain))),
      hash,
      bigEndian(4, host.length),
      host,
      bigEndian(8, timestamp),
      utf8(kind),
      bigEndian(4, bytes.length),
      bytes,
    )
    return { signature: toBase64(key.sign(sha256(signed))), address: rawAddress(key), timestamp, domain, payload }
  }

  /** The methods of `send`. */
  const requests: Readonly<Record<string, (request: Request) => Promise<unknown>>> = {
    sendTransaction,
    signData,
    async disconnect({ site }) {
      leave(site)
      return {}
    },
  }

  async function send(site: Site, [asked]: readonly unknown[]): Promise<object> {
    const { method, params, id } = Object(asked) as Readonly<Record<string, unknown>>
    try {
      const name = String(method)
      const answer = Object.hasOwn(requests, name) ? requests[name] : undefined
      if (!answer) throw fail(tonCodes.notSupported, `The wallet does not have the method ${name}.`)
      const key = keyOf(site)
      if (!key) throw fail(tonCodes.unknownApp, 'Unknown app')
      // A locked wallet opens first.
      await core.connect(site, { method: name, params })
      return { result: await answer({ site, method: name, params, key }), id }
    } catch (error) {
      return { error: failureOf(error), id }
    }
  }

  return {
    async connect(site, params) {
      try {
        return await connect(site, params)
      } catch (error) {
        return { event: 'connect_error', id: ++lastEventId, payload: failureOf(error) }
      }
    },
    async restoreConnection(site) {
      const key = keyOf(site)
      if (key) return connectEvent([addressItem(key)])
      const payload = { code: tonCodes.unknownApp, message: 'Unknown app' }
      return { event: 'connect_error', id: ++lastEventId, payload }
    },
    async disconnect(site) {
      leave(site)
    },
    send,
  }
}

/** The host of a page. @throws WalletError for a page with an opaque origin */
function domainOf({ origin }: Site): string {
  const host = hostOf(origin)
  if (host !== undefined) return host
  throw badRequest('The page has an opaque origin, so that nothing can be signed for its host.')
}

/** The code and the sentence of an answer. */
function failureOf(error: unknown): { readonly code: number; readonly message: string } {
  if (!(error instanceof WalletError)) throw error
  if (error.code === providerCodes.userRejected) return { code: tonCodes.userRejects, message: 'Reject request' }
  const isOfProtocol = Object.values<number>(tonCodes).includes(error.code)
  return { code: isOfProtocol ? error.code : tonCodes.unknown, message: error.message }
}

/** Reads the items that a page asks for when it connects. @throws WalletError */
function readItems(items: unknown, network: string): { readonly payload: string | undefined } {
  if (!Array.isArray(items)) throw badRequest('"items" is not a list.')
  const find = (name: string) => items.find((item: unknown) => Object(item).name === name) as object | undefined
  const [address, proof] = [find('ton_addr'), find('ton_proof')]
  if (!address) throw badRequest('"items" does not have "ton_addr".')
  const { network: wanted = network } = address as { readonly network?: unknown }
  if (wanted !== network) throw badRequest(`Wrong network: the wallet is on ${network}.`)
  if (!proof) return { payload: undefined }
  const { payload } = proof as { readonly payload?: unknown }
  if (typeof payload === 'string' && utf8(payload).length <= longestPayload) return { payload }
  throw badRequest(`The payload of "ton_proof" is not a text of at most ${longestPayload} bytes.`)
}

/** The data of `signData`, and how the signed bytes name their kind. @throws WalletError */
function readData({ type, text, bytes }: Readonly<Record<string, unknown>>): {
  readonly kind: 'bin' | 'txt'
  readonly bytes: Uint8Array
} {
  if (type === 'text' && typeof text === 'string') return { kind: 'txt', bytes: utf8(text) }
  const read = type === 'binary' && typeof bytes === 'string' ? readBase64(bytes) : undefined
  if (read) return { kind: 'bin', bytes: read }
  throw badRequest('The data are neither a "text" nor "binary" in base64.')
}

/** A whole number in so many bytes, the highest first. */
const bigEndian = (length: number, value: bigint | number) =>
  Uint8Array.from({ length }, (_, index) => Number((BigInt(value) >> BigInt(8 * (length - 1 - index))) & 0xffn))
