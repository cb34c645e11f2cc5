import { anyHost, urlAt } from '@latchkey/base/baseUrl'
import { type DeploymentNames, translateReply, translateTarget } from '@latchkey/names/messages'
import type { TargetReply } from '../effects/askTarget.ts'

/** Asks a deployment for a path and query below its base URL. */
type Ask = (path: string) => Promise<TargetReply>

/** Asks a deployment that spells the interface differently: paths and replies have the names of the document. */
export function askSpelled({ spell, read }: DeploymentNames, ask: Ask): Ask {
  return async (documented) => {
    const { pathname, search } = urlAt(anyHost, documented)
    const { path, query, operation } = translateTarget(spell, 'GET', { path: pathname, query: search })
    const { status, text } = await ask(path + query)
    return { status, text: translateReply(read.plansOf(operation), status, { type: 'application/json', text }) }
  }
}
