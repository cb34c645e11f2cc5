import type { ChainBackend } from '../backend.ts'

/** Runs work whose writes are undone at its end. */
export function undone<T>(backend: Pick<ChainBackend, 'attempt'>, work: () => T): T {
  const end = new Error('The writes are undone.')
  let result: { readonly value: T } | undefined
  try {
    backend.attempt(() => {
      result = { value: work() }
      throw end
    })
  } catch (error) {
    if (error !== end) throw error
  }
  return (result as { readonly value: T }).value
}
