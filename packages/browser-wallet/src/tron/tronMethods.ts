import { toHex } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
import { isObject } from '@latchkey/base/isObject'
import type { TronKey } from '@latchkey/crypto/chains/tron'
import { providerCodes } from '@latchkey/device/provider'
import type { InjectedMethod } from '../injected/injectedWallet.ts'
import { invalid, readCallBytes, readText } from '../injected/inputs.ts'
import { textOf } from '../standard/inputs.ts'
import type { Site, WalletCore } from '../walletCore.ts'
import { fail, WalletError } from '../walletError.ts'
import { tronChainId, type TronNetwork, tronNetworkOf, tronNetworks } from './tronNetworks.ts'
import { readTronTransaction } from './tronTransaction.ts'

interface TronParts {
  readonly core: WalletCore
  /** The accounts by their addresses. */
  readonly keys: ReadonlyMap<string, TronKey>
  readonly network: TronNetwork
}

/** Answers a request of TIP-1193. */
type Request = (site: Site, params: unknown) => Promise<unknown>

/** The codes by which the older object answers, since it fails for none of these. */
const replies: Readonly<Record<number, { readonly code: number; readonly message: string }>> = {
  [providerCodes.userRejected]: { code: 4001, message: 'User rejected the request.' },
  [providerCodes.resourceUnavailable]: {
    code: 4000,
    message: 'Authorization requests are being processed, please do not resubmit.',
  },
}

/** The methods of the objects of TronLink. */
export function createTronMethods(parts: TronParts): Readonly<Record<string, InjectedMethod>> {
  const { core, keys } = parts
  let { network } = parts

  const connect: Request = (site, params) => core.connect(site, { method: 'eth_requestAccounts', params })

  async function switchChain(site: Site, params: unknown): Promise<null> {
    const [wanted] = Array.isArray(params) ? params : [params]
    const chainId: unknown = Object(wanted).chainId
    const next = tronNetworkOf(chainId)
    if (!next) throw fail(providerCodes.unknownChain, `The wallet does not have the chain ${String(chainId)}.`)
    if (next === network) return null
    await core.assertApproved(site, { kind: 'chain', method: 'wallet_switchEthereumChain', params, chain: next })
    network = next
    const data = [{ chainId: tronChainId(next) }]
    core.announce('injected', { facts: {}, signals: [{ to: 'listeners', name: 'chainChanged', data }] })
    return null
  }

  const requests: Readonly<Record<string, Request>> = {
    eth_requestAccounts: connect,
    tron_requestAccounts: connect,
    eth_accounts: async ({ origin }) => core.accountsOf(origin),
    eth_chainId: async () => tronChainId(network),
    wallet_switchEthereumChain: switchChain,
  }

  async function request(site: Site, [asked]: readonly unknown[]): Promise<unknown> {
    const { method, params = [] } = Object(asked) as Readonly<Record<string, unknown>>
    const name = readText(method, 'method')
    const answer = Object.hasOwn(requests, name) ? requests[name] : undefined
    if (answer) return answer(site, params)
    throw fail(providerCodes.methodNotFound, `The wallet does not have the method ${name}.`)
  }

  /** @throws WalletError for a page without access */
  function keyFor({ origin }: Site): TronKey {
    const key = keys.get(core.accountsOf(origin)[0] ?? '')
    if (key) return key
    throw fail(providerCodes.unauthorized, 'The page has no access to an account. Ask for accounts first.')
  }

  /** Fails in TronLink's words when the person refuses to sign. */
  async function assertSigned(site: Site, question: Parameters<WalletCore['assertApproved']>[1]): Promise<void> {
    try {
      await core.assertApproved(site, question)
    } catch (error) {
      const isRefusal = error instanceof WalletError && error.code === providerCodes.userRejected
      throw isRefusal ? fail(error.code, 'Confirmation declined by user') : error
    }
  }

  return {
    'tron.request': request,
    async 'tronLink.request'(site, params) {
      const isConnecting = Object(params[0]).method === 'tron_requestAccounts'
      if (!isConnecting) return request(site, params)
      try {
        await request(site, params)
        return { code: 200, message: 'User allowed the request.' }
      } catch (error) {
        const reply = error instanceof WalletError ? replies[error.code] : undefined
        if (reply) return reply
        throw error
      }
    },
    async signMessageV2(site, params) {
      const [message] = params
      const bytes = typeof message === 'string' ? message : readMessageBytes(message)
      const { address, signMessage } = keyFor(site)
      const text = typeof bytes === 'string' ? bytes : textOf(bytes)
      await assertSigned(site, {
        kind: 'message',
        method: 'signMessageV2',
        params,
        account: address,
        ...defined({ text }),
      })
      return signMessage(bytes)
    },
    async sign(site, params) {
      const [transaction] = params
      if (typeof transaction === 'string') throw invalid('Sign a text by "signMessageV2".')
      const { address, signDigest } = keyFor(site)
      const read = readTronTransaction(transaction)
      if (!isObject(transaction) || !read) throw invalid('Invalid transaction')
      if (transaction.signature !== undefined) throw invalid('Transaction is already signed')
      const { id, owners, actions, terms } = read
      if (!owners.every((owner) => owner === address))
        throw invalid('Private key does not match address in transaction')
      const asked = { account: address, chain: network, actions, terms }
      await assertSigned(site, { kind: 'transaction', method: 'sign', params, ...asked })
      return { ...transaction, signature: [toHex(signDigest(id))] }
    },
    async getBlockByNumber(_site, [number]) {
      if (number === 0) return { blockID: tronNetworks[network] }
      throw fail(providerCodes.chainDisconnected, `The wallet reaches no node of ${network}.`)
    },
  }
}

/** Bytes, or a list of them as TronWeb takes it, too. */
function readMessageBytes(message: unknown): Uint8Array {
  if (!Array.isArray(message)) return readCallBytes(message, 'message')
  if (message.every((byte) => Number.isInteger(byte) && byte >= 0 && byte <= 255)) return Uint8Array.from(message)
  throw invalid('"message" is not a list of bytes.')
}
