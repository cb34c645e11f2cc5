import type { Browser, BrowserContextOptions, Page } from 'playwright'

export interface KeptPages {
  /** Opens the inspector at a view, in a page that no one else uses. Its options are those of a context. */
  open(hash: string, options: BrowserContextOptions): Promise<Page>
  /** Takes the inspector out of all pages, so that they ask the mock for nothing. Closes those it has not opened. */
  empty(): Promise<void>
}

interface KeptPagesOptions {
  /** Of the page with the inspector. */
  readonly url: string
  /** Is called once for each page, before its first URL. */
  prepare(page: Page): Promise<void>
}

const window = { width: 1280, height: 720 }

/**
 * Keeps pages for the tests of a file. A new page costs as much processor time as a test does, so a page stays, and
 * each test gets a new element of the inspector in it. The element keeps nothing outside of itself but the address, the
 * title of the page and what it copies.
 */
export function keepPages(browser: Browser, { url, prepare }: KeptPagesOptions): KeptPages {
  /** By the options of their contexts. */
  const byOptions = new Map<string, Page[]>()
  const used = new Set<Page>()

  async function create(options: BrowserContextOptions): Promise<Page> {
    const context = await browser.newContext({
      permissions: ['clipboard-read', 'clipboard-write'],
      // Nothing has to wait for a transition.
      reducedMotion: 'reduce',
      ...options,
    })
    context.setDefaultTimeout(60_000)
    const page = await context.newPage()
    await prepare(page)
    return page
  }

  async function empty(page: Page): Promise<boolean> {
    for (const other of page.context().pages()) if (other !== page) await other.close()
    if (page.isClosed()) return false
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.emulateMedia({ colorScheme: null })
    return page.evaluate(async (expected) => {
      if (location.href.split('#', 1)[0] !== expected) return false
      document.querySelector('latchkey-inspector')?.remove()
      history.replaceState(null, '', expected)
      document.title = ''
      await navigator.clipboard.writeText('')
      return true
    }, url)
  }

  return {
    async open(hash, { viewport = window, ...options }) {
      const key = JSON.stringify(options)
      const pages = byOptions.get(key) ?? []
      byOptions.set(key, pages)
      let page = pages.find((candidate) => !used.has(candidate))
      if (!page) {
        page = await create(options)
        pages.push(page)
      }
      used.add(page)
      await page.setViewportSize(viewport ?? window)
      if (page.url() !== url) {
        await page.goto(url + hash)
        return page
      }
      await page.evaluate((at) => {
        history.replaceState(null, '', at)
        document.body.append(document.createElement('latchkey-inspector'))
      }, hash)
      return page
    },
    async empty() {
      for (const page of used) {
        const isEmpty = await empty(page).catch(() => false)
        if (isEmpty) continue
        await page.context().close()
        for (const pages of byOptions.values()) if (pages.includes(page)) pages.splice(pages.indexOf(page), 1)
      }
      used.clear()
    },
  }
}
