import { runCases } from '../runCases.ts'
import { latchkey } from '../subjects/latchkey.ts'

const unhandled: string[] = []
addEventListener('unhandledrejection', ({ reason }) => void unhandled.push(String(reason?.stack ?? reason)))

export default {
  async fetch(request: Request): Promise<Response> {
    const { baseUrl, otherUrl } = (await request.json()) as { baseUrl: string; otherUrl: string }
    return Response.json(await runCases({ baseUrl, otherUrl }, latchkey, { unhandled, atOnce: 5 }))
  },
}
