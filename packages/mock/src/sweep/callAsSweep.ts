import { type OperationId, operationTable } from '@latchkey/types'
import type { Mock } from '../mock/createMock.ts'
import { sweepHeader } from './sweptCall.ts'

interface SweepCall {
  readonly params: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Of whom the call is. @default the admin whom every mock has */
  readonly token?: string
}

/**
 * Calls an operation to change the state for a sweep. It is no call of the app.
 *
 * @throws Error when it is refused
 */
export async function callAsSweep(
  mock: Mock,
  id: OperationId,
  { params, body, token = mock.defaults.admin.token }: SweepCall,
): Promise<unknown> {
  const { method, path } = operationTable[id]
  const headers: Readonly<Record<string, string>> = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    [sweepHeader]: '1',
  }
  const reply = await mock.serveDocumented({
    method,
    url: mock.baseUrl + path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? '')),
    headers: { get: (name) => headers[name.toLowerCase()] ?? null },
    text: async () => (body === undefined ? '' : JSON.stringify(body)),
  })
  if (!reply || reply.status === 0 || reply.status >= 400)
    throw new Error(`The sweep could not call ${id}: ${reply?.status ?? 0} ${reply?.text ?? ''}`)
  return reply.text === null ? undefined : JSON.parse(reply.text)
}
