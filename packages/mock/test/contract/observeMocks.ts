import { appendFileSync } from 'node:fs'
import { afterAll, expect } from 'vitest'
import { type Observe, observeNewMocks, type Observer } from '../../src/http/observer.ts'
import { evidenceKindOf, evidenceLine, operationsIn } from './evidence.ts'
import { judgeMessages } from './judgedMessages.ts'
import { judgeReplies } from './judgedReplies.ts'
import { noteReads } from './noteReads.ts'
import { recordReplies } from './recordedReplies.ts'
import { recorded, recordingFile } from './replyRecordings.ts'

// Every mock of these tests has its replies and messages judged, and notes its statuses, the fields of its replies and
// what its handlers read; scripts/reachedContract.ts reads the notes.
const observes: readonly Observe[] = [recordReplies, judgeReplies, judgeMessages, noteReads]

observeNewMocks((mock) => {
  const observers = observes.map((observe): Observer => observe(mock))
  return {
    observeCall: (id, call) => observers.reduce((seen, observer) => observer.observeCall?.(id, seen) ?? seen, call),
    observeReply(exchange, reply) {
      for (const observer of observers) observer.observeReply?.(exchange, reply)
    },
  }
})

afterAll(() => {
  const kind = evidenceKindOf(expect.getState().testPath ?? '')
  if (kind) for (const id of operationsIn(recorded)) recorded.add(evidenceLine(kind, id))
  appendFileSync(recordingFile(String(process.env.VITEST_WORKER_ID)), [...recorded].map((line) => `${line}\n`).join(''))
  recorded.clear()
})
