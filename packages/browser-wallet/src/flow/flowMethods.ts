import { readHex } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
import { type FlowKey, userMessage } from '@latchkey/crypto/chains/flow'
import { providerCodes } from '@latchkey/device/provider'
import type { InjectedMethod } from '../injected/injectedWallet.ts'
import { invalid } from '../injected/inputs.ts'
import { textOf } from '../standard/inputs.ts'
import type { Site, WalletCore } from '../walletCore.ts'
import { fail, WalletError } from '../walletError.ts'
import { authnResponse, compositeSignature, type FlowLook } from './flowServices.ts'
import { readFlowTransaction } from './flowTransaction.ts'

interface FlowParts {
  readonly core: WalletCore
  /** The accounts by their addresses. */
  readonly keys: ReadonlyMap<string, FlowKey>
  readonly look: FlowLook
}

type Body = Readonly<Record<string, unknown>>

/** Answers a request to a service with its data. @throws WalletError */
type Serve = (site: Site, body: Body) => Promise<unknown>

/** The methods of an extension of FCL: a page opens it, and sends the request once the wallet is ready. */
export function createFlowMethods({ core, keys, look }: FlowParts): Readonly<Record<string, InjectedMethod>> {
  /** The key of the account for which the page has the service. @throws WalletError for a page without access */
  function keyFor({ origin }: Site, { data }: Body): FlowKey {
    const address: unknown = Object(data).address
    const key = core.accountsOf(origin).includes(String(address)) ? keys.get(String(address)) : undefined
    if (key) return key
    throw fail(providerCodes.unauthorized, 'The page has no access to the account. Authenticate first.')
  }

  const services: Readonly<Record<string, Serve>> = {
    async authn(site, body) {
      const [address = ''] = await core.connect(site, { method: 'authn', params: body })
      return authnResponse(look, address)
    },
    async 'user-signature'(site, body) {
      const { address: account, sign } = keyFor(site, body)
      const message = typeof body.message === 'string' ? readHex(body.message) : undefined
      if (!message) throw invalid('The message is not hex.')
      const asked = { account, ...defined({ text: textOf(message) }) }
      await core.assertApproved(site, { kind: 'message', method: 'user-signature', params: body, ...asked })
      return [compositeSignature(account, sign(userMessage(message)))]
    },
    async authz(site, body) {
      const { address: account, sign } = keyFor(site, body)
      const read = readFlowTransaction(body.message)
      if (!read) throw invalid('The message is not a transaction.')
      const { bytes, signers, action, terms } = read
      if (!signers.includes(account)) throw invalid(`The account ${account} has no part in the transaction.`)
      const asked = { account, actions: [action], terms }
      await core.assertApproved(site, { kind: 'transaction', method: 'authz', params: body, ...asked })
      return compositeSignature(account, sign(bytes))
    },
  }

  /** The pages that have opened the wallet, and whose request comes next. */
  const opened = new WeakSet<Site>()

  /** Whether a request is to this wallet. A service from an app's own configuration has no data of the wallet. */
  function isAsked(site: Site, { service }: Body): boolean {
    const wallet: unknown = Object(Object(service).data).wallet
    return wallet === undefined ? opened.delete(site) : wallet === look.id
  }

  async function serve(site: Site, { service, body }: Body): Promise<object> {
    const type = String(Object(service).type)
    const answer = Object.hasOwn(services, type) ? services[type] : undefined
    if (!answer) throw fail(providerCodes.methodNotFound, `The wallet does not have the service ${type}.`)
    return { status: 'APPROVED', reason: null, data: await answer(site, Object(body) as Body) }
  }

  return {
    async open(site) {
      opened.add(site)
      return { type: 'FCL:VIEW:READY' }
    },
    async serve(site, [content]) {
      const message = Object(content) as Body
      if (!isAsked(site, message)) return undefined
      const outcome = await serve(site, message).catch((error: unknown) => {
        if (error instanceof WalletError) return { status: 'DECLINED', reason: error.message, data: null }
        throw error
      })
      return { type: 'FCL:VIEW:RESPONSE', f_type: 'PollingResponse', f_vsn: '1.0.0', ...outcome }
    },
  }
}
