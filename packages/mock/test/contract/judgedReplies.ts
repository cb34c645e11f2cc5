import type { Observe } from '../../src/http/observer.ts'
import { faultsOfReply } from './documentJudge.ts'

/**
 * Judges each reply by the document. A reply of an override or a fault of the test is not the mock's own. Wrong replies
 * go to the console, which fails the test (support/failOnFaults.ts).
 */
export const judgeReplies: Observe = ({ strict, overrides, world }) => ({
  observeReply({ id, row, request, fault }, { status, headers, chunks, text }) {
    if (!id || !row || request.method === 'OPTIONS' || fault || !strict || overrides.has(id)) return
    // The answer when a real part of the world outside has failed, which no service gives.
    if (status === 503 && world.realParts.list().length > 0) return
    const reply = { status, headers: new Headers(headers), text: chunks ? chunks.join('') : text }
    for (const found of faultsOfReply(row, reply)) console.error(new Error(found))
  },
})
