import { operationTable } from '@latchkey/types'
import type { Observe } from '../../src/http/observer.ts'
import { match } from '../../src/http/router.ts'
import { codeIn } from '../../src/sweep/codeIn.ts'
import { refusedWith } from './refusals.ts'
import { fieldsOf } from './replyFields.ts'
import { recorded } from './replyRecordings.ts'

/** Records which operation answered with which status, and the fields of its reply. */
export const recordReplies: Observe = ({ strict, overrides, world }) => ({
  observeReply({ id, context, fault }, { status, isJson, text }) {
    // A method that a URL does not serve is no operation's; it is the answer beside each of them.
    for (const operation of id ? [id] : operationsAt(context.url)) recorded.add(`${operation} ${status}`)
    if (!id || text === null || !isJson) return
    const body: unknown = JSON.parse(text)
    for (const field of fieldsOf(operationTable[id], status, body)) recorded.add(field)
    const isOwn = !fault && strict && !overrides.has(id) && world.realParts.list().length === 0
    const code = isOwn && status >= 400 ? codeIn(body) : undefined
    if (code !== undefined) recorded.add(refusedWith(id, status, code))
  },
})

function operationsAt({ pathname }: URL): string[] {
  try {
    return Object.values(match(pathname)?.operations ?? {}).filter((id) => id !== undefined)
  } catch {
    return []
  }
}
