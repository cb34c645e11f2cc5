/** Time and timers of the page. Nothing else of the inspector touches them. */

export const now = (): number => Date.now()

/** @returns A function that cancels it */
export function after(milliseconds: number, run: () => void): () => void {
  const timer = setTimeout(run, milliseconds)
  return () => clearTimeout(timer)
}

/** @returns A function that ends it */
export function every(milliseconds: number, run: () => void): () => void {
  const timer = setInterval(run, milliseconds)
  return () => clearInterval(timer)
}

export const pageFetch: typeof fetch = (input, init) => fetch(input, init)

/** An instant, in epoch milliseconds or ISO 8601. */
export const dateOf = (instant: number | string): Date => new Date(instant)

/** The type of `fetch`, for those who are given another one. */
export type Fetch = typeof fetch

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML(html: string): string },
  ): { createHTML(html: string): unknown } | undefined
}

let policy: ReturnType<TrustedTypes['createPolicy']>

/** HTML for a frame in which nothing runs. Pages with `require-trusted-types-for` accept it only from a policy. */
export function htmlOfFrame(html: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('latchkey-inspector', { createHTML: (html) => html })
  return (policy?.createHTML(html) ?? html) as string
}
