import type { Reply } from '../policies/pipeline.ts'
import { readReply } from './readReply.ts'

/** Reads the reply of an operation that answers text, such as a page. Its errors are JSON. */
export async function readText(reply: Reply): Promise<unknown> {
  const { response, read } = reply
  return response.ok ? read(() => response.text()) : readReply(reply)
}
