import { operationTable } from '@latchkey/types'
import type { Observe } from '../../src/http/observer.ts'
import { match } from '../../src/http/router.ts'
import { fieldsOf } from './replyFields.ts'
import { recorded } from './replyRecordings.ts'

/** Records which operation answered with which status, and the fields of its reply. */
export const recordReplies: Observe = () => ({
  observeReply({ id, context }, { status, isJson, text }) {
    // A method that a URL does not serve is no operation's; it is the answer beside each of them.
    for (const operation of id ? [id] : operationsAt(context.url)) recorded.add(`${operation} ${status}`)
    if (!id || text === null || !isJson) return
    for (const field of fieldsOf(operationTable[id], status, JSON.parse(text))) recorded.add(field)
  },
})

function operationsAt({ pathname }: URL): string[] {
  try {
    return Object.values(match(pathname)?.operations ?? {}).filter((id) => id !== undefined)
  } catch {
    return []
  }
}
