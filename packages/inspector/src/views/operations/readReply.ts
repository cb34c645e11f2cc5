import type { ControlOutput } from '../../live/control.ts'

/** The reply to a call. */
export type Reply = ControlOutput<'POST requests/send'>

/** The body of a reply: the value of JSON, or other text. */
export function readReply(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
