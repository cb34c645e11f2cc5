/** Long enough for a person to unlock a keychain, and short enough to wait for. */
const limitMs = 10_000

/** The answer of a storage, or a rejection when there is none in time: the session then goes on without it. */
export function inTime<T>(answer: PromiseLike<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The storage did not answer within 10 seconds.')), limitMs)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
