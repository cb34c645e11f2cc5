import { defined } from '@latchkey/base/defined'
import type { Live } from './createLive.ts'

interface ServiceCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api/v0`. */
  readonly path: string
  readonly body?: object
}

/**
 * Calls an operation of the service as a member of the organization, so that all its rules apply.
 *
 * @returns The body of the reply; `undefined` without one.
 * @throws Error with the sentence and the code of a refusal
 */
export async function callService(live: Pick<Live, 'call'>, { method, path, body }: ServiceCall): Promise<unknown> {
  const { admin } = await live.call('GET defaults')
  const { status, text } = await live.call('POST requests/send', {
    method,
    path: `/api/v0${path}`,
    headers: {
      authorization: `Bearer ${admin.token}`,
      ...defined({ 'content-type': body === undefined ? undefined : 'application/json' }),
    },
    ...defined({ body: body === undefined ? undefined : JSON.stringify(body) }),
  })
  const reply: unknown = text === '' ? undefined : JSON.parse(text)
  if (status >= 200 && status < 400) return reply
  const { error, code } = Object(reply) as { error?: unknown; code?: unknown }
  const sentence = typeof error === 'string' ? error : `The service answered ${status || 'nothing'}.`
  throw Object.assign(new Error(sentence), { code })
}
