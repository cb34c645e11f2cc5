import { isLatchkeyError } from '@latchkey/client'
import { isCeremonyError } from '@latchkey/client/wallets'
import { useState } from 'react'

/** Runs one action at a time, and keeps what went wrong for the person to read. */
export function useAction() {
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const run = async (action: () => Promise<unknown>) => {
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

function sentenceOf(error: unknown): string {
  if (isCeremonyError(error) && error.reason === 'wrong_password') return 'This is not the password of the backup.'
  if (isLatchkeyError(error)) return error.message
  const { shortMessage, message } = Object(error) as { shortMessage?: string; message?: string }
  return shortMessage ?? message ?? 'Something went wrong.'
}
