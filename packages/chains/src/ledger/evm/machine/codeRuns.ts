import { Unanswered } from '@latchkey/base/questions'
import type { ChainBackend, ChainBranch, CodeRuns } from '../../../backend.ts'
import type { CodeResult, CodeRun } from './codeRun.ts'

/** Runs code on a branch of the ledger, which nobody else writes to. */
export type RunCode = (backend: ChainBackend & ChainBranch, request: CodeRun) => Promise<CodeResult>

export function createCodeRuns(runCode: RunCode): CodeRuns {
  const done: { readonly key: string; readonly result: CodeResult }[] = []
  let next = 0
  let open: (() => Promise<CodeResult>) | undefined
  let openKey = ''

  return {
    begin() {
      next = 0
      open = undefined
    },
    get isOpen() {
      return open !== undefined
    },
    clear() {
      done.length = 0
    },
    async fetch() {
      const result = await open?.()
      if (result) done.push({ key: openKey, result })
    },
    run(backend, request) {
      // The code behind a run that waits would see a state without its effects.
      if (open) throw new Unanswered('runs code')
      const key = keyOf(request)
      // Drawn each time, so that the work draws the same values whether the run is done or not.
      const firstId = backend.newId()
      const found = done[next]
      if (found?.key === key) {
        next++
        return found.result
      }
      // The work has taken another way than before.
      done.length = next
      const branch = backend.branch()
      openKey = key
      open = () => runCode({ ...backend, ...branch, newId: idsAfter(firstId) }, request)
      throw new Unanswered('runs code')
    },
  }
}

/** Makes ids that follow from one that was drawn: those of a run are not among the values that the work draws. */
function idsAfter(first: string): () => string {
  const beginning = first.slice(0, -12)
  let last = BigInt(`0x${first.slice(-12)}`)
  return () => {
    last = BigInt.asUintN(48, last + 1n)
    return beginning + last.toString(16).padStart(12, '0')
  }
}

const keyOf = (request: CodeRun): string =>
  JSON.stringify(request, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
