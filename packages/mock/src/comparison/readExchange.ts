import { anyHost, urlAt } from '@latchkey/base/baseUrl'
import { type DeploymentNames, readTarget, translateBody, translateReply } from '@latchkey/names/messages'
import type { ObservedExchange } from './observedExchange.ts'

/** An exchange of a deployment that spells the interface differently, with the names of the document. */
export function readExchange(names: DeploymentNames, exchange: ObservedExchange): ObservedExchange {
  const { method, url, requestHeaders, requestBody, status, replyHeaders, replyBody } = exchange
  const { pathname, search } = urlAt(anyHost, url)
  const { path, query, operation } = readTarget(names, method, { path: pathname, query: search })
  const plans = names.read.plansOf(operation)
  const type = (headers: Headers) => headers.get('content-type') ?? ''
  return {
    method,
    url: path + query,
    // None that is compared has another name.
    requestHeaders,
    requestBody: readBytes(requestBody, (text) => translateBody(plans, type(requestHeaders), text)),
    status,
    replyHeaders: readHeaders(names, replyHeaders),
    replyBody: readBytes(replyBody, (text) => translateReply(plans, status, { type: type(replyHeaders), text })),
  }
}

function readHeaders({ read, hasHeaders }: DeploymentNames, headers: Headers): Headers {
  return hasHeaders ? new Headers([...headers].map(([name, value]) => [read.header(name), value])) : headers
}

/** A body whose text was translated. One that stays the same is the same bytes, which may be no text at all. */
function readBytes(bytes: Uint8Array | undefined, translate: (text: string) => string): Uint8Array | undefined {
  if (!bytes) return undefined
  const text = new TextDecoder().decode(bytes)
  const translated = translate(text)
  return translated === text ? bytes : new TextEncoder().encode(translated)
}
