import { runCases, type Verdict } from '../runCases.ts'
import { latchkey } from '../subjects/latchkey.ts'

const unhandled: string[] = []
addEventListener('unhandledrejection', ({ reason }) => void unhandled.push(String(reason)))

Object.assign(globalThis, {
  // Five: the sixth connection is for asking what the server saw.
  tryAll: (baseUrl: string, otherUrl: string): Promise<Verdict[]> =>
    runCases({ baseUrl, otherUrl }, latchkey, { unhandled, atOnce: 5 }),
})
