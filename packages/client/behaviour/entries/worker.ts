import { runCases } from '../runCases.ts'
import { latchkey } from '../subjects/latchkey.ts'

const rejected = new Map<Promise<unknown>, string>()
addEventListener('unhandledrejection', ({ promise, reason }) => rejected.set(promise, String(reason?.stack ?? reason)))
// workerd tells of each failing read of a stream, and takes it back at once.
addEventListener('rejectionhandled', ({ promise }) => rejected.delete(promise))

export default {
  async fetch(request: Request): Promise<Response> {
    const { baseUrl, otherUrl } = (await request.json()) as { baseUrl: string; otherUrl: string }
    return Response.json(await runCases({ baseUrl, otherUrl }, latchkey, { unhandled: rejected.values(), atOnce: 5 }))
  },
}
