/** The events by which people begin something. */
const names = ['click', 'keydown', 'submit'] as const

export interface WatchedPage {
  /** The markup of the body; `undefined` without a document. */
  page(): string | undefined
  /** The same before the last event of the user. */
  pageBefore(): string | undefined
  end(): void
}

/** Keeps the page as it was before the last event of the user, so that one that goes back to it says nothing new. */
export function watchPage(): WatchedPage {
  const document = globalThis.document as Document | undefined
  let before: string | undefined
  const page = () => document?.body.innerHTML
  const keep = () => (before = page())
  // In the capture phase, before the components hear of it.
  for (const name of names) document?.addEventListener(name, keep, true)
  return {
    page,
    pageBefore: () => before,
    end() {
      for (const name of names) document?.removeEventListener(name, keep, true)
    },
  }
}
