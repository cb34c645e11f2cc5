import type { InjectedCard } from '../wire.ts'
import type { PageWindow } from './pageWindow.ts'

/** Calls a method of the wallet. */
type Call = (method: string, values: readonly unknown[]) => Promise<unknown>

const valueAt = (content: unknown, path: string) =>
  path.split('.').reduce<unknown>((value, name) => Object(value)[name], content)

/** Answers the messages of a page that are for the wallet. @returns A function that ends it. */
export function hearMessages(page: PageWindow, { hears = [] }: InjectedCard, call: Call): () => void {
  const listening = hears.map(({ event, where = {}, calls, answers }) => {
    async function hear(heard: Event): Promise<void> {
      const { data, detail, source } = heard as Event & Readonly<Record<'data' | 'detail' | 'source', unknown>>
      // A frame sends messages, too. It has wallets of its own.
      if (event === 'message' && source && source !== page) return
      const content = event === 'message' ? data : detail
      if (Object.entries(where).some(([path, value]) => valueAt(content, path) !== value)) return
      // A wallet out of reach is silent, as one is whose extension is gone.
      const answer = await call(calls, [content]).catch(() => undefined)
      if (answer === undefined || answer === null) return
      if (answers === undefined) page.postMessage?.(answer, page.location.origin)
      else page.dispatchEvent(new page.CustomEvent(answers, { detail: JSON.stringify(answer) }))
    }
    page.addEventListener(event, hear)
    return () => page.removeEventListener(event, hear)
  })
  return () => {
    for (const end of listening) end()
  }
}
