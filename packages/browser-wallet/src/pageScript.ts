import type { PageConfiguration } from './page/pageMessages.ts'

/**
 * The script that puts wallets into a page. It is for pages before their own scripts, and does nothing if it runs again.
 *
 * Import it lazily: the code is text of some kilobytes.
 */
export async function writePageScript(configuration: PageConfiguration): Promise<string> {
  const { pageScriptCode } = await import('./generated/pageScriptCode.ts')
  // In a block, so that the page sees no name of it. `<` could end the element of an inline script.
  const text = JSON.stringify(configuration).replaceAll('<', String.raw`\u003c`)
  return `{const latchkeyWallets=${text};${pageScriptCode}}`
}
