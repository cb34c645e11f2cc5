import { appendFileSync } from 'node:fs'
import { operationTable } from '@latchkey/types'
import { afterAll, expect, vi } from 'vitest'
import { match } from '../../src/http/router.ts'
import { evidenceKindOf, evidenceLine, operationsIn } from './evidence.ts'
import { fieldsOf } from './replyFields.ts'
import { recorded, recordingFile } from './replyRecordings.ts'

// Every mock of these tests notes which operation answered with which status; scripts/reachedContract.ts reads the
// notes. The module that is wrapped stays loaded from file to file.
vi.mock('../../src/http/journal.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../src/http/journal.ts')>()
  return {
    ...original,
    createJournal(...options: Parameters<typeof original.createJournal>) {
      const journal = original.createJournal(...options)
      const { record } = journal
      return Object.assign(journal, {
        record(entry: Parameters<typeof record>[0]) {
          // A method that a URL does not serve is no operation's; it is the answer beside each of them.
          for (const id of entry.id ? [entry.id] : operationsAt(entry.url)) recorded.add(`${id} ${entry.status}`)
          const { text, isJson } = entry.reply
          const body: unknown = isJson && text !== null ? JSON.parse(text) : undefined
          const fields = entry.id ? fieldsOf(operationTable[entry.id], entry.status, body) : []
          for (const field of fields) recorded.add(field)
          record(entry)
        },
      })
    },
  }
})

function operationsAt({ pathname }: URL): string[] {
  try {
    return Object.values(match(pathname)?.operations ?? {}).filter((id) => id !== undefined)
  } catch {
    return []
  }
}

afterAll(() => {
  const kind = evidenceKindOf(expect.getState().testPath ?? '')
  if (kind) for (const id of operationsIn(recorded)) recorded.add(evidenceLine(kind, id))
  appendFileSync(recordingFile(String(process.env.VITEST_WORKER_ID)), [...recorded].map((line) => `${line}\n`).join(''))
  recorded.clear()
})
