import { isObject } from '@latchkey/base/isObject'
import type { InjectedMethod } from '../injected/injectedWallet.ts'
import type { Site } from '../walletCore.ts'
import { algorandError, toArc1, toArc27 } from './algorandErrors.ts'
import { type AlgorandParts, networkOf, signText, signTransactions } from './algorandSigning.ts'

interface AlgorandLook {
  readonly name: string
  readonly icon: string
  /** By which apps ask for this wallet (ARC-0027). */
  readonly providerId: string
}

type Params = Readonly<Record<string, unknown>>

/** Answers a request of ARC-0027 with its result. */
type Arc27Method = (site: Site, params: Params) => Promise<object>

const noNode = async () => {
  throw algorandError('MethodNotSupportedError', 'The wallet reaches no node of Algorand. Send by a node of the app.')
}

/** The methods of ARC-0027 that the wallet has on every network. */
const supported = ['enable', 'disable', 'discover', 'sign_transactions', 'sign_message'] as const

/** The methods of ARC-0027 by their names in its messages. */
export const arc27Methods = [...supported, 'post_transactions', 'sign_and_post_transactions'] as const

/** The methods of `window.algorand` (ARC-0001, 0006), and those of ARC-0027. */
export function createAlgorandMethods(
  parts: AlgorandParts,
  { name, icon, providerId }: AlgorandLook,
): Readonly<Record<string, InjectedMethod>> {
  const { core, networks } = parts

  async function connect(site: Site, method: string, params: unknown): Promise<readonly string[]> {
    return core.connect(site, { method, params })
  }

  const arc27: { readonly [M in (typeof arc27Methods)[number]]: Arc27Method } = {
    async enable(site, params) {
      const network = networkOf(parts, params)
      const accounts = await connect(site, 'enable', params)
      return { ...network, accounts: accounts.map((address) => ({ address })) }
    },
    async disable({ origin }, params) {
      const network = networkOf(parts, params)
      core.control.disconnect(origin)
      return network
    },
    discover: async () => ({ name, icon, networks: networks.map((each) => ({ ...each, methods: supported })) }),
    sign_transactions: async (site, params) => ({
      stxns: await signTransactions(parts, site, { method: 'sign_transactions', params, txns: params.txns }),
    }),
    sign_message: async (site, params) => signText(parts, site, params),
    post_transactions: noNode,
    sign_and_post_transactions: noNode,
  }

  /** Answers a message of ARC-0027. @returns `undefined` for a message to another wallet */
  async function answer(site: Site, method: (typeof arc27Methods)[number], message: unknown) {
    const { id, params = {} } = isObject(message) ? message : {}
    const { providerId: wanted = providerId } = Object(params) as Params
    if (typeof id !== 'string' || wanted !== providerId) return undefined
    // The id of a request is that of no other message.
    const reply = { id, reference: `arc0027:${method}:response`, requestId: id }
    try {
      if (!isObject(params)) throw algorandError('InvalidInputError', 'The parameters are not an object.')
      return { ...reply, result: { ...(await arc27[method](site, params)), providerId } }
    } catch (error) {
      return { ...reply, error: toArc27(error, method, providerId) }
    }
  }

  /** A method of `window.algorand`, which fails in the codes of ARC-0001. */
  const arc1 =
    (method: InjectedMethod): InjectedMethod =>
    (site, values) =>
      method(site, values).catch((error: unknown) => Promise.reject(toArc1(error)))

  return {
    enable: arc1(async (site, [options]) => {
      const params = Object(options) as Params
      const { genesisId: genesisID, genesisHash } = networkOf(parts, params)
      return { genesisID, genesisHash, accounts: await connect(site, 'enable', params) }
    }),
    signTxns: arc1(async (site, params) =>
      signTransactions(parts, site, { method: 'signTxns', params, txns: params[0] }),
    ),
    postTxns: arc1(noNode),
    signAndPostTxns: arc1(noNode),
    ...Object.fromEntries(
      arc27Methods.map((method): [string, InjectedMethod] => [
        `arc0027.${method}`,
        (site, [message]) => answer(site, method, message),
      ]),
    ),
  }
}
