import type { BrowserContext, Page } from 'playwright'

/** Gives pages of the mock's inspector a code that was just bundled, in place of the one in `dist/`. */
export async function serveInspector(pages: Page | BrowserContext, code: string): Promise<void> {
  await pages.route('**/__mock/inspector.js', (route) => route.fulfill({ contentType: 'text/javascript', body: code }))
}
