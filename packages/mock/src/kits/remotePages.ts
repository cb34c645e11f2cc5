import type { PageAnswer } from '@latchkey/browser-wallet/page/pageMessages'
import type { WalletPages } from '@latchkey/browser-wallet/walletPages'

/** Carries the messages of pages to the wallets of a server, in the name of the pages. */
export function createRemotePages(pagesUrl: () => string): WalletPages {
  const open = new Set<string>()

  async function answer(origin: string, message: unknown): Promise<PageAnswer> {
    const { page } = Object(message) as { readonly page: string }
    open.add(JSON.stringify([origin, page]))
    const response = await fetch(pagesUrl(), { method: 'POST', headers: { origin }, body: JSON.stringify(message) })
    const body = (await response.json()) as PageAnswer & { readonly error?: string }
    if (response.ok) return body
    throw new Error(`The server refused a message of a page: ${body.error}`)
  }

  function close(origin: string, page: string): void {
    if (!open.delete(JSON.stringify([origin, page]))) return
    // The server closes a page that it does not hear of, as well.
    answer(origin, { page, wallets: [], isClosing: true }).catch(() => {})
    open.delete(JSON.stringify([origin, page]))
  }

  return {
    answer,
    close,
    closeAll() {
      for (const key of open) close(...(JSON.parse(key) as [string, string]))
    },
  }
}
