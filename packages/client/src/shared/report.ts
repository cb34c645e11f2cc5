/**
 * Reports the error of a listener, which nothing depends on: to a page as an uncaught one, elsewhere by the console.
 */
export function report(error: unknown): void {
  // Bun and Deno have `reportError`, too, and end the process by it.
  ;((globalThis.document && globalThis.reportError) ?? console.error)(error)
}
