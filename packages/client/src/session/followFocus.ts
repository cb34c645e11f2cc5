/** A page is focused when the person comes back to its window, and shown again when they come back to its tab. */
const events = ['focus', 'visibilitychange']

/**
 * Calls a function whenever the person comes back to the page.
 *
 * @returns A function that ends this. Without a page there is nothing to follow.
 */
export function followFocus(onFocus: () => void): () => void {
  const page = globalThis.document?.defaultView
  // In a simulated page, the signals of Node are none of the page's own.
  for (const event of events) page?.addEventListener(event, onFocus)
  return () => events.forEach((event) => page?.removeEventListener(event, onFocus))
}
