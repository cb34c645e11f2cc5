import { isApiError } from '@latchkey/client'
import { useState } from 'react'

/** Runs one action at a time, and stores the error for the person to read. */
export function useAction() {
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const run = async (action: () => Promise<void>) => {
    setBusy(true)
    setProblem(undefined)
    try {
      await action()
    } catch (error) {
      setProblem(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { problem, isBusy, run }
}

/** The service's sentence is for people; an error's message is for the console. */
function sentenceOf(error: unknown): string {
  if (isApiError(error)) {
    const { error: reason } = (error.body ?? {}) as { error?: string | { message?: string } }
    return (typeof reason === 'object' ? reason.message : reason) ?? error.message
  }
  return error instanceof Error ? error.message : String(error)
}
