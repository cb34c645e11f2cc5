import { defined } from '@latchkey/base/defined'
import { redactText } from '../http/redact.ts'
import type { Mock } from '../mock/createMock.ts'
import { codeIn } from './codeIn.ts'
import type { RunRecord } from './runOnce.ts'
import type { ReportedCall } from './sweepReport.ts'
import { nameOfCall } from './sweptCall.ts'

/** The calls of a run as a report has them, without the secrets of their addresses. */
export function reportedCalls({ calls }: RunRecord, { baseUrl }: Mock): ReportedCall[] {
  return calls.map(({ operation, occurrence, intercepted, entry }) => ({
    name: nameOfCall(operation, occurrence),
    method: intercepted.request.method,
    path: redactText(intercepted.request.url.slice(baseUrl.length)),
    ...defined({ status: entry?.status, code: entry && entry.status >= 400 ? codeIn(entry.reply) : undefined }),
  }))
}
