import { defined } from '@latchkey/base/defined'
import type { Reply } from '@latchkey/base/reply'
import { assert } from '../domain/shared/errors.ts'
import { answerBillingPage } from '../pages/billing.ts'
import { answerChainRpc } from '../pages/chainRpc.ts'
import { answerDownload } from '../pages/downloads.ts'
import { answerIdp } from '../pages/idp.ts'
import { answerKeySet } from '../pages/issuers.ts'
import { answerMessengerWidget } from '../pages/messenger.ts'
import { answerRampPage } from '../pages/ramps.ts'
import { answerWalletPage } from '../pages/walletPages.ts'
import { transact } from '../world/world.ts'
import { spoiledBy } from './faults.ts'
import type { PipelineOptions } from './pipeline.ts'
import { answerRelay } from './relay.ts'
import { rpcWorldOf } from './rpcWorld.ts'
import type { ServiceRequest } from './serviceRequest.ts'
import { meetSideStep } from './sideStep.ts'

/** Serves the pages or files below one path, beside the operations. */
type Side = (options: PipelineOptions, visit: Visit) => Promise<Reply>

/** A request for a page or file, below `/__mock/<side>`. */
interface Visit {
  readonly request: ServiceRequest
  readonly url: URL
  /** The segments of the path after the side's name. */
  readonly path: readonly string[]
}

/** The handlers of the paths below `/__mock/`, by the first segment. */
export const sides: Readonly<Record<string, Side>> = {
  async idp({ world }, { request, url, path: [provider = '', ...action] }) {
    // Only the consent page has a form. Other sites may post to the other paths.
    const form = action.join('/') === 'consent' ? await readForm(request) : new URLSearchParams()
    const authorization = request.headers.get('authorization')
    return transact(world, (backend) =>
      answerIdp(backend, {
        method: request.method,
        provider,
        action: action.join('/'),
        search: url.searchParams,
        form,
        authorization,
      }),
    )
  },
  async chains(options, { request: sent, path }) {
    const { world, chainCallerOf } = options
    const answer = (request: ServiceRequest) =>
      answerChainRpc(rpcWorldOf(world), {
        method: request.method,
        path,
        text: () => request.text(),
        caller: chainCallerOf(sent),
      })
    if (sent.method !== 'POST') return answer(sent)
    const { request, fault, reply: refusal, end } = await meetSideStep(options, sent, 'chains.rpc')
    let status = 500
    try {
      const reply = refusal ?? { ...(await answer(request)), ...defined({ spoiled: spoiledBy(fault) }) }
      status = reply.status
      return reply
    } finally {
      end(status)
    }
  },
  async issuers({ world }, { request: { method }, path: [issuerId = '', ...path] }) {
    assert(path.join('/') === 'jwks', 'notFound')
    assert(method === 'GET', 'methodNotAllowed', { allow: 'GET' })
    return transact(world, (backend) => answerKeySet(backend, issuerId))
  },
  async messenger({ world }, { request, path: [environmentId = '', ...path] }) {
    assert(path.join('/') === 'auth', 'notFound')
    assert(request.method === 'POST', 'methodNotAllowed', { allow: 'POST' })
    const form = await readForm(request)
    return transact(world, (backend) => answerMessengerWidget(backend, environmentId, form))
  },
  async ramps({ world }, { request, url, path: [provider = '', ...path] }) {
    const form = await readForm(request)
    const { method } = request
    return transact(world, (backend) =>
      answerRampPage(backend, { method, provider, path, search: url.searchParams, form }),
    )
  },
  async x402({ world }, { request, path }) {
    const { answerX402 } = await import('../pages/x402/answerX402.ts')
    const { findNode } = rpcWorldOf(world)
    return answerX402(
      { findNode, transact: (work) => transact(world, work) },
      {
        method: request.method,
        url: request.url,
        path,
        header: (name) => request.headers.get(name),
        text: () => request.text(),
      },
    )
  },
  wallets: ({ world }, { request, path }) =>
    answerWalletPage(world.browserWallets, {
      method: request.method,
      path,
      header: (name) => request.headers.get(name),
      text: () => request.text(),
    }),
  relay: (options, { request, path }) => answerRelay(options, request, path),
  async v1({ world }, { request, url, path: [kind, id = '', ...path] }) {
    if (kind === 'billing') {
      const form = await readForm(request)
      return transact(world, (backend) =>
        answerBillingPage(backend, {
          method: request.method,
          organizationId: id,
          action: path.join('/'),
          search: url.searchParams,
          form,
        }),
      )
    }
    assert(kind === 'downloads' && request.method === 'GET', 'notFound')
    return transact(world, (backend) => answerDownload(backend, id, url.searchParams))
  },
}

/**
 * The fields of a posted form of the service's pages; none for other methods. A form from another site is refused.
 *
 * @throws {@link DomainError} `forbidden`
 */
async function readForm(request: ServiceRequest): Promise<URLSearchParams> {
  assert(request.method !== 'POST' || !isFromElsewhere(request), 'forbidden', {
    message: 'The form of this page cannot be posted from another site.',
  })
  return new URLSearchParams(request.method === 'POST' ? await request.text() : '')
}

/** Browsers send the site that a request comes from (Fetch Metadata), and older ones its origin only. */
function isFromElsewhere({ headers, url }: ServiceRequest): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  const origin = headers.get('origin')
  return origin !== null && origin !== new URL(url).origin
}
