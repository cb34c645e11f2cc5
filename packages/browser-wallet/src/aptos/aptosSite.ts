import { utf8 } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
import { isObject } from '@latchkey/base/isObject'
import type { AptosKey } from '@latchkey/crypto/chains/aptos'
import { providerCodes } from '@latchkey/device/provider'
import { readBytes, toWireBytes } from '../standard/inputs.ts'
import { standardCodes } from '../standard/standardSite.ts'
import type { Site } from '../walletCore.ts'
import { fail } from '../walletError.ts'
import type { AptosWalletParts } from './aptosParts.ts'
import { signInAptos } from './aptosSignIn.ts'
import { type AptosTransaction, readAptosTransaction } from './rawTransaction.ts'

type Input = Readonly<Record<string, unknown>>
type Method = (wallet: AptosWalletParts, site: Site, input: Input) => unknown

const methods: Readonly<Record<string, Method>> = {
  async 'aptos:connect'({ core }, site, input) {
    if (input.silent !== true) return core.connect(site, { method: 'aptos:connect', params: [input] })
    const present = core.accountsOf(site.origin)
    if (present.length > 0) return present
    throw fail(providerCodes.userRejected, 'The page has no access to accounts yet.')
  },
  'aptos:account'(wallet, site) {
    return [keyOf(wallet, site).address]
  },
  'aptos:disconnect'({ core }, site) {
    core.control.disconnect(site.origin)
    return null
  },
  'aptos:network': (wallet) => wallet.network(),
  'aptos:signIn': signInAptos,
  'aptos:verify'({ accounts }, _, input) {
    const key = accounts.find(({ address }) => address === input.account)
    return key?.verify(readBytes(input, 'message'), readBytes(input, 'signature')) === true
  },
  async 'aptos:signMessage'(wallet, site, input) {
    const key = keyOf(wallet, site)
    const message = readMessage(wallet, site, input)
    await wallet.core.assertApproved(site, {
      kind: 'message',
      method: 'aptos:signMessage',
      params: [input],
      account: key.address,
      text: message.fullMessage,
    })
    return { account: key.address, ...message, signature: toWireBytes(key.sign(utf8(message.fullMessage))) }
  },
  async 'aptos:signTransaction'(wallet, site, input) {
    const key = keyOf(wallet, site)
    const { asked, signedBytes } = readTransaction(input)
    const isPaying = input.asFeePayer === true
    const signers = isPaying ? [asked.feePayer] : [asked.sender, ...(asked.secondarySigners ?? [])]
    if (!signers.includes(key.address))
      throw fail(standardCodes.transactionRejected, `The transaction needs no signature of ${key.address}.`)
    await wallet.core.assertApproved(site, {
      kind: 'transaction',
      method: 'aptos:signTransaction',
      params: [input],
      account: key.address,
      aptosTransaction: asked,
    })
    return { account: key.address, signature: toWireBytes(key.sign(signedBytes)) }
  },
}

/** The key of the account that the page sees. @throws WalletError 4100 */
function keyOf({ core, accounts }: AptosWalletParts, site: Site): AptosKey {
  const [present] = core.accountsOf(site.origin)
  const key = accounts.find(({ address }) => address === present)
  if (key) return key
  throw fail(providerCodes.unauthorized, 'The page has no access to accounts. Ask for them first, by "aptos:connect".')
}

/** The text that the wallet writes around a message, with what the page wants in it (AIP-62). @throws WalletError -32000 */
function readMessage(wallet: AptosWalletParts, site: Site, input: Input) {
  const { message, nonce } = input
  if (typeof message !== 'string') throw fail(standardCodes.invalidInput, '"message" is not a text.')
  if (typeof nonce !== 'string' || !/^.+$/.test(nonce))
    throw fail(standardCodes.invalidInput, '"nonce" is not a text of one line.')
  const wanted = defined({
    address: input.address === true ? keyOf(wallet, site).address : undefined,
    application: input.application === true ? site.origin : undefined,
    chainId: input.chainId === true ? wallet.network().chainId : undefined,
  })
  const lines = Object.entries({ ...wanted, message, nonce }).map(([name, value]) => `${name}: ${value}`)
  return { prefix: 'APTOS', ...wanted, message, nonce, fullMessage: ['APTOS', ...lines].join('\n') }
}

/** @throws WalletError -32000, -32003, or 4901 for a payload that only a node makes a transaction of */
function readTransaction(input: Input): AptosTransaction {
  if (input.rawTransaction === undefined)
    throw fail(
      providerCodes.chainDisconnected,
      'The wallet reaches no node of Aptos that makes a transaction of the payload. Build it by the library.',
    )
  const { secondarySignerAddresses: listed } = input
  const transaction = readAptosTransaction({
    rawTransaction: readBytes(input, 'rawTransaction'),
    feePayer: input.feePayerAddress === undefined ? undefined : readAddress(input.feePayerAddress),
    secondarySigners: Array.isArray(listed) ? listed.map(readAddress) : undefined,
  })
  if (transaction) return transaction
  throw fail(standardCodes.transactionRejected, 'The bytes are not a transaction of Aptos.')
}

/** @throws WalletError -32000 */
function readAddress(address: unknown): Uint8Array {
  const bytes = readBytes({ address }, 'address')
  if (bytes.length === 32) return bytes
  throw fail(standardCodes.invalidInput, 'An address has 32 bytes.')
}

/** Answers the requests of a page to a wallet of Aptos. @throws WalletError */
export function createAptosSite(wallet: AptosWalletParts, site: Site) {
  return async (method: string, params: unknown): Promise<unknown> => {
    const [input = {}] = Array.isArray(params) ? params : []
    if (!isObject(input)) throw fail(standardCodes.invalidInput, `The input of ${method} is not an object.`)
    const answer = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (answer) return answer(wallet, site, input)
    throw fail(providerCodes.methodNotFound, `The wallet does not have the feature ${method}.`)
  }
}
