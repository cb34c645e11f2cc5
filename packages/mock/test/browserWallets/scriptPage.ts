import { createContext, runInContext } from 'node:vm'
import type { PageWindow } from '@latchkey/browser-wallet/page/pageWindow'
import { onTestFinished } from 'vitest'

/** A page that has run the script of a server. */
export type ScriptPage = PageWindow & Readonly<Record<string, unknown>>

/** Opens a page that reaches the wallets of a server by its script, until the test ends. */
export async function openScriptPage(server: string, origin = 'https://app.example.com'): Promise<ScriptPage> {
  const script = await (await fetch(`${server}/__mock/wallets.js`)).text()
  const target = new EventTarget()
  const page = {
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    dispatchEvent: target.dispatchEvent.bind(target),
    CustomEvent,
    crypto,
    atob,
    btoa,
    setTimeout,
    URL,
    origin,
    location: { origin },
    /** Browsers send the origin of the page. */
    fetch: (url: string, init: RequestInit) => fetch(url, { ...init, headers: { origin } }),
  }
  onTestFinished(() => void page.dispatchEvent(new Event('pagehide')))
  runInContext(script, createContext(page))
  return page as object as ScriptPage
}
