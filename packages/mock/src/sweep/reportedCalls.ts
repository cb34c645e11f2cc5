import { defined } from '@latchkey/base/defined'
import { redactText } from '../http/redact.ts'
import { codeIn } from './codeIn.ts'
import type { ReportedCall } from './reportedCall.ts'
import type { RunRecord } from './runOnce.ts'
import { nameOfCall } from './sweptCall.ts'

/** The calls of a run as a report has them, without the secrets of their addresses. */
export function reportedCalls({ calls, baseUrl }: RunRecord): ReportedCall[] {
  return calls.map(({ intercepted, asked, status, entry, ...name }) => ({
    name: nameOfCall(name),
    method: intercepted?.request.method ?? 'ASK',
    path: intercepted ? redactText(intercepted.request.url.slice(baseUrl.length)) : (asked?.method ?? ''),
    ...defined({
      status: asked?.status ?? status,
      code: entry && entry.status >= 400 ? codeIn(entry.reply) : undefined,
    }),
  }))
}
