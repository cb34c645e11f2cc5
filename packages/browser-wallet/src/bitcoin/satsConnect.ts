import { toBase64, toHex } from '@latchkey/base/bytes'
import { isObject } from '@latchkey/base/isObject'
import { hashMessage } from '@latchkey/crypto/chains/bip322'
import { legacyMessageDigest } from '@latchkey/crypto/chains/bitcoin'
import { readPsbt } from '@latchkey/crypto/chains/psbtBytes'
import { providerCodes } from '@latchkey/device/provider'
import {
  accountMethods,
  createSatsSite,
  failWithoutNode,
  infoOf,
  type SatsAsked,
  type SatsMethods,
} from '../satsConnect/satsSite.ts'
import type { Site } from '../walletCore.ts'
import { fail } from '../walletError.ts'
import {
  type BitcoinSite,
  type BitcoinWalletParts,
  createBitcoinSite,
  isObjects,
  type MessageToSign,
} from './bitcoinSite.ts'
import type { InputsToSign } from './psbt.ts'

interface SatsConnectParts extends BitcoinWalletParts {
  /** Of the wallet. */
  readonly id: string
}

type Asked = SatsAsked<BitcoinSite>

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

const chain = 'Bitcoin'

const methods: SatsMethods<BitcoinSite> = {
  ...accountMethods(['payment', 'ordinals']),
  getInfo: () => infoOf(satsConnectMethods),
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
    if (params.broadcast === true) return failWithoutNode(chain)
    const inputs = readInputs(page, params.signInputs)
    const [signed = psbt] = await page.signPsbts(request, [{ psbt, inputs }], providerCodes.invalidParams)
    return { psbt: toBase64(signed) }
  },
}

/** Methods of sats-connect that need a node. */
const nodeMethods = new Set(['getBalance', 'sendTransfer', 'wallet_changeNetwork', 'wallet_changeNetworkById'])

/** The methods of the provider, by name. */
export const satsConnectMethods: readonly string[] = Object.keys(methods)

/** Answers the requests of a page to the provider of sats-connect. @throws WalletError with a code of sats-connect */
export const createSatsConnectSite = (wallet: SatsConnectParts, site: Site) =>
  createSatsSite({ wallet, site, page: createBitcoinSite(wallet, site), methods, nodeMethods, chain })
