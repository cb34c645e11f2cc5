import { trimEnd } from '@latchkey/base/trimEnd'
import { type BrowserWallets, walletPagesPath } from '../../world/browserWallets.ts'
import type { World } from '../../world/world.ts'

/** The browser wallets of a mock, as hosts serve them. */
export interface ServedWallets {
  readonly wallets: BrowserWallets
  /** Where pages reach them. @param base - The URL by which pages reach the mock. @default that of the mock */
  pagesUrl(base?: string): string
  /** Writes the script that puts them into a page. @param base - As for `pagesUrl`. */
  writeScript(base?: string): Promise<string>
}

export function createServedWallets(world: World): ServedWallets {
  const wallets = world.browserWallets
  const pagesUrl = (base = world.baseUrl) => `${trimEnd(base, '/')}${walletPagesPath}${wallets.pageKey}`
  return {
    wallets,
    pagesUrl,
    async writeScript(base) {
      const { writePageScript } = await import('@latchkey/browser-wallet/pageScript')
      return writePageScript({ cards: wallets.list().map(({ card }) => card), road: { url: pagesUrl(base) } })
    },
  }
}
