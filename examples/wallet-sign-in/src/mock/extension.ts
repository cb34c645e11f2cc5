import type { Mock } from '@latchkey/mock'

export interface ExtensionOptions {
  readonly name: string
  readonly rdns: string
  readonly color: string
  /** A byte of each key, in hex. */
  readonly secrets: readonly string[]
  readonly chainId: number
}

/** A wallet of EVM chains, which are the only ones that have a `chainId`. */
type Wallet = Extract<Awaited<ReturnType<Mock['wallets']['browser']>>, { chainId: number }>
export type OpenRequest = Awaited<ReturnType<Wallet['nextRequest']>>

/** A wallet of the browser, which asks the person at the page. */
export interface Extension extends Pick<ExtensionOptions, 'color'> {
  readonly wallet: Wallet
  /** Tells of each change of the wallet, until a function is called that ends it. */
  watch(listener: () => void): () => void
  /** Does something in the wallet, as the person. */
  act(action: () => void): void
}

/** The part of a wallet that an extension would have stored. */
interface Stored {
  readonly account: string
  readonly chainId: number
  readonly isConnected: boolean
  readonly isLocked: boolean
}

/** The longest time that a timer takes. */
const always = 2 ** 31 - 1

/** Puts a wallet into the page. Over a reload it is what it was, since extensions outlive the page. */
export async function createExtension(mock: Mock, options: ExtensionOptions): Promise<Extension> {
  const { name, rdns, color, secrets, chainId } = options
  const [first, ...others] = await Promise.all(secrets.map((secret) => mock.wallets.evm({ secret: secret.repeat(32) })))
  if (!first) throw new Error(`The wallet ${name} needs an account.`)
  const accounts = [first, ...others]
  const wallet = await mock.wallets.browser({ name, rdns, accounts, chainId, icon: iconOf(name, color) })
  const listeners = new Set<() => void>()
  const tell = () => {
    sessionStorage.setItem(rdns, JSON.stringify(stored()))
    for (const listener of listeners) listener()
  }
  const stored = (): Stored => ({
    account: wallet.accounts[0] ?? '',
    chainId: wallet.chainId,
    isConnected: wallet.connections.length > 0,
    isLocked: wallet.isLocked,
  })

  const before = sessionStorage.getItem(rdns)
  const page = wallet.openPage({ origin: location.origin, emit: tell })
  if (before) await restore(JSON.parse(before) as Stored)
  wallet.setApproval('manual')
  wallet.install()
  void watchRequests()

  async function restore({ account, chainId, isConnected, isLocked }: Stored): Promise<void> {
    if (isConnected) await page.send({ method: 'eth_requestAccounts', params: [] })
    wallet.switchAccount(account)
    wallet.switchChain(chainId)
    if (isLocked) wallet.lock()
  }

  async function watchRequests(): Promise<never> {
    for (;;) {
      await wallet.nextRequest({ timeoutMs: always })
      tell()
    }
  }

  return {
    wallet,
    color,
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    act(action) {
      action()
      tell()
    },
  }
}

function iconOf(name: string, color: string): string {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${color}"/>` +
    `<text x="16" y="23" font-family="system-ui" font-size="20" fill="#fff" text-anchor="middle">${name[0]}</text></svg>`
  return `data:image/svg+xml;base64,${btoa(svg)}`
}
