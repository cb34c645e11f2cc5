import type { Page } from 'playwright'

/** Gives a page of the mock's inspector a code that was just bundled, in place of the one in `dist/`. */
export async function serveInspector(page: Page, code: string): Promise<void> {
  await page.route('**/__mock/inspector.js', (route) => route.fulfill({ contentType: 'text/javascript', body: code }))
}
