import { toBase64, toHex } from '@latchkey/base/bytes'
import { isObject } from '@latchkey/base/isObject'
import { hashMessage } from '@latchkey/crypto/chains/bip322'
import { legacyMessageDigest } from '@latchkey/crypto/chains/bitcoin'
import { readPsbt } from '@latchkey/crypto/chains/psbtBytes'
import { providerCodes } from '@latchkey/device/provider'
import type { Site } from '../walletCore.ts'
import { fail, WalletError } from '../walletError.ts'
import type { BitcoinAddressFacts } from '../wire.ts'
import { factsOf } from './bitcoinAccount.ts'
import {
  type BitcoinSite,
  type BitcoinWalletParts,
  createBitcoinSite,
  isObjects,
  type MessageToSign,
} from './bitcoinSite.ts'
import type { InputsToSign } from './psbt.ts'

/** The codes of sats-connect, which mean something else in EIP-1474. */
const satsCodes = { userRejected: -32_000, notSupported: -32_001, accessDenied: -32_002 } as const

/** The code of sats-connect for one of wallets of other chains. Codes that are not here stay. */
const codes: Readonly<Record<number, number>> = {
  [providerCodes.userRejected]: satsCodes.userRejected,
  [providerCodes.unauthorized]: satsCodes.accessDenied,
  [providerCodes.chainDisconnected]: satsCodes.notSupported,
  [providerCodes.disconnected]: providerCodes.internal,
  // It would read as a refusal of access.
  [providerCodes.resourceUnavailable]: providerCodes.internal,
}

/** A request as its method answers it. */
interface Asked {
  readonly site: Site
  readonly page: BitcoinSite
  readonly wallet: SatsConnectParts
  readonly request: { readonly method: string; readonly params: unknown }
  /** An empty object for a request without parameters. */
  readonly params: Readonly<Record<string, unknown>>
}

type Method = (asked: Asked) => unknown

interface SatsConnectParts extends BitcoinWalletParts {
  /** Of the wallet. */
  readonly id: string
}

const network = { bitcoin: { name: 'Mainnet' }, stacks: { name: 'mainnet' }, spark: { name: 'mainnet' } }
const walletType = 'software'

const allPurposes = ['payment', 'ordinals']

/** Connects the page. The wallet has no addresses for the purposes of other chains. @throws WalletError -32602 */
function connect({ page, request }: Asked, purposes: unknown): Promise<readonly BitcoinAddressFacts[]> {
  if (Array.isArray(purposes) && purposes.every((each) => typeof each === 'string'))
    return page.connect(request, purposes)
  throw fail(providerCodes.invalidParams, 'The purposes are a list of "payment" and "ordinals".')
}

/** The account that the page sees. @throws WalletError 4100 */
function accountOf({ page, wallet }: Asked) {
  const addresses = page.addresses().flatMap((address) => factsOf(address))
  if (addresses.length > 0) return { id: wallet.id, addresses, walletType, network }
  throw fail(providerCodes.unauthorized, 'The page has no access to accounts. Ask by "wallet_connect".')
}

/** @throws WalletError -32602 or 4100 */
function readMessage({ page }: Asked, params: Readonly<Record<string, unknown>>): MessageToSign {
  const { address: sent, message } = params
  if (typeof sent !== 'string' || typeof message !== 'string')
    throw fail(providerCodes.invalidParams, 'A message needs an "address" and a "message", both of them text.')
  const address = page.addressAt(sent)
  const { protocol = address.protocols[0] } = params
  const found = address.protocols.find((each) => each === protocol)
  if (found) return { address, message, protocol: found }
  throw fail(
    providerCodes.invalidParams,
    `${sent} signs by ${address.protocols.join(' and ')}, and not by ${String(protocol)}.`,
  )
}

async function signMessages(asked: Asked, sent: readonly Readonly<Record<string, unknown>>[]) {
  const messages = sent.map((each) => readMessage(asked, each))
  const signatures = await asked.page.signMessages(asked.request, messages)
  return messages.map(({ address, message, protocol }, index) => ({
    address: address.address,
    message,
    messageHash: toHex(hashOf(message, protocol)),
    protocol,
    signature: toBase64(signatures[index] ?? new Uint8Array()),
  }))
}

const hashOf = (message: string, protocol: MessageToSign['protocol']) =>
  protocol === 'BIP322' ? hashMessage(message) : legacyMessageDigest(message)

const noNode = () => {
  throw fail(providerCodes.chainDisconnected, 'The wallet reaches no node of Bitcoin.')
}

/** @throws WalletError -32602 or 4100 */
function readInputs(page: BitcoinSite, sent: unknown): readonly InputsToSign[] | undefined {
  if (sent === undefined || sent === null) return undefined
  if (!isObject(sent)) throw fail(providerCodes.invalidParams, '"signInputs" has a list of inputs for each address.')
  return Object.entries(sent).map(([address, indexes]) => {
    if (Array.isArray(indexes) && indexes.every((index) => typeof index === 'number'))
      return { address: page.addressAt(address), indexes }
    throw fail(providerCodes.invalidParams, `"signInputs" has no list of numbers for ${address}.`)
  })
}

function forget({ site, wallet }: Asked): null {
  wallet.core.control.disconnect(site.origin)
  return null
}

const methods: Readonly<Record<string, Method>> = {
  getInfo: () => ({ version: '2.0.0', platform: 'web', methods: satsConnectMethods, supports: [] }),
  getAccounts: (asked) => connect(asked, asked.params.purposes),
  getAddresses: async (asked) => ({ addresses: await connect(asked, asked.params.purposes), network }),
  async signMessage(asked) {
    const [signed] = await signMessages(asked, [asked.params])
    const { message: _, ...result } = signed as NonNullable<typeof signed>
    return result
  },
  signMultipleMessages(asked) {
    if (isObjects(asked.request.params)) return signMessages(asked, asked.request.params)
    throw fail(providerCodes.invalidParams, 'The parameters are a list of messages.')
  },
  async signPsbt({ page, request, params }) {
    const psbt = typeof params.psbt === 'string' ? readPsbt(params.psbt) : undefined
    if (!psbt) throw fail(providerCodes.invalidParams, '"psbt" is not a PSBT (BIP-174) in base64.')
    if (params.broadcast === true) return noNode()
    const inputs = readInputs(page, params.signInputs)
    const [signed = psbt] = await page.signPsbts(request, [{ psbt, inputs }], providerCodes.invalidParams)
    return { psbt: toBase64(signed) }
  },
  async wallet_connect(asked) {
    const { network: name, addresses } = asked.params
    if (name !== undefined && name !== network.bitcoin.name)
      throw fail(providerCodes.chainDisconnected, 'The wallet is on Mainnet only.')
    const connected = await connect(asked, addresses ?? allPurposes)
    return { ...accountOf(asked), addresses: connected }
  },
  wallet_disconnect: forget,
  wallet_getAccount: accountOf,
  wallet_getCurrentPermissions({ site, page, wallet }) {
    if (page.addresses().length === 0) return []
    const clientId = site.origin
    return [
      { type: 'account', resourceId: wallet.id, clientId, actions: { read: true } },
      { type: 'wallet', resourceId: 'wallet', clientId, actions: { readNetwork: true } },
    ]
  },
  wallet_getNetwork: () => network,
  wallet_getWalletType: () => walletType,
  wallet_renouncePermissions: forget,
  wallet_requestPermissions: async (asked) => {
    await connect(asked, allPurposes)
    return true
  },
}

/** Methods of sats-connect that need a node. */
const nodeMethods = new Set(['getBalance', 'sendTransfer', 'wallet_changeNetwork', 'wallet_changeNetworkById'])

/** The methods of the provider, by name. */
export const satsConnectMethods: readonly string[] = Object.keys(methods)

/** Answers the requests of a page to the provider of sats-connect. @throws WalletError with a code of sats-connect */
export function createSatsConnectSite(wallet: SatsConnectParts, site: Site) {
  const page = createBitcoinSite(wallet, site)
  return async (method: string, params: unknown): Promise<unknown> => {
    try {
      const answer = Object.hasOwn(methods, method) ? methods[method] : undefined
      const request = { method, params }
      if (answer) return await answer({ site, page, wallet, request, params: isObject(params) ? params : {} })
      if (nodeMethods.has(method)) return noNode()
      throw fail(providerCodes.methodNotFound, `The wallet does not have the method ${method}.`)
    } catch (error) {
      if (!(error instanceof WalletError)) throw error
      throw fail(codes[error.code] ?? error.code, error.message, { data: error.data, cause: error })
    }
  }
}
