import { expect, vi } from 'vitest'
import { rejection } from '../../../test/serve.ts'

/** Something foreign that does not answer when it is asked, such as a wallet whose window nobody sees. */
export function createSilence<T>() {
  const controller = new AbortController()
  let answer!: (value: T | Promise<never>) => void
  const silent = new Promise<T>((resolve) => (answer = resolve))
  const ask = vi.fn(() => silent)
  return {
    ask,
    signal: controller.signal,
    /** The caller gives up after the question was asked. @returns what the call rejects with */
    async giveUp(call: Promise<unknown>): Promise<unknown> {
      const refused = rejection(call)
      await vi.waitFor(() => expect(ask).toHaveBeenCalled())
      controller.abort('gone')
      return refused
    },
    /** The answer comes after all: a value, or an error. Resolves when everybody who still waits has had it. */
    async answerLate(value: T | Error): Promise<void> {
      answer(value instanceof Error ? Promise.reject(value) : value)
      for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setImmediate(resolve))
    },
  }
}
