/** A test that waits in vain for something in a page. It counts as an assertion that fails. */
export class StillWaitingError extends Error {
  override readonly name = 'AssertionError'

  /** @param waiting - The error of what the test waited for. */
  constructor(waiting?: unknown) {
    super(['The test waits for something that does not come.', ...textsOf(waiting)].join('\n'), { cause: waiting })
    const { stack } = Object(waiting) as { readonly stack?: unknown }
    if (typeof stack === 'string') this.stack = stack
  }
}

/** The thing that a test waited for, without the part that says only that the page was closed: `locator.click: waiting for …`. */
function textsOf(waiting: unknown): string[] {
  if (!(waiting instanceof Error)) return []
  const lines = withoutColours(waiting.message)
    .replaceAll(/(Error: )?Target page, context or browser has been closed/g, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => !['', '-', 'Call log:'].includes(line.trim()))
  return lines.slice(0, mostLines)
}

/** Playwright tells each of its tries. */
const mostLines = 12

function withoutColours(text: string): string {
  const [first = '', ...rest] = text.split('\u001B[')
  return first + rest.map((part) => part.slice(part.indexOf('m') + 1)).join('')
}
