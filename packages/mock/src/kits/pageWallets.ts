import { randomSeed } from '@latchkey/base/random'
import type { BrowserWallet } from '@latchkey/browser-wallet/browserWallet'
import type { WalletPages } from '@latchkey/browser-wallet/walletPages'
import { withMembers } from '@latchkey/browser-wallet/withMembers'
import type { BrowserContext } from '@playwright/test'
import { pagesUrlOf } from '../control/remote/remoteBrowserWallets.ts'
import { createFrameAnswers } from './frameAnswers.ts'

/** Creates browser wallets, and puts them into the pages of a test. */
export interface PageWallets<Create> {
  /**
   * Creates a wallet by the test's mock, and puts it into all pages of the test: in every frame, after a reload, in
   * pop-ups, and in the pages that are open already. Its keys stay in the test's process.
   *
   * @throws TypeError like `mock.wallets.browser()`
   * @example
   * const wallet = await wallets.browser({ name: 'MetaMask', rdns: 'io.metamask' })
   * const asked = wallet.nextRequest()
   * await page.getByRole('button', { name: 'Connect' }).click()
   * ;(await asked).refuse()
   */
  readonly browser: Create
  /** Puts the wallets of the test into the pages of a further context, too: those that there are, and those to come. */
  addTo(context: BrowserContext): Promise<void>
}

/** The wallets of a test, which end with it. */
interface OpenedWallets<Create> {
  readonly wallets: PageWallets<Create>
  /** Closes all pages for the wallets: what they asked is withdrawn. */
  end(): void
}

type ShownWallet = Pick<BrowserWallet, 'card'>

type RemovableWallet = ShownWallet & { remove(): Promise<void> }

/** Where the messages of pages go, and how the kit learns that a wallet was removed. */
interface WalletSource<Wallet> {
  /** Loads what answers the pages of wallets, by their ids. */
  loadPages(byId: ReadonlyMap<string, Wallet>): Promise<WalletPages>
  /** The wallet, which calls a function when it is removed. */
  followed(wallet: Wallet, onRemoved: () => Promise<void>): Wallet
}

/** The wallets of a mock in this process. */
export function createPageWallets<Create extends (options?: never) => Promise<BrowserWallet>>(
  context: BrowserContext,
  create: Create,
): OpenedWallets<Create> {
  return openPageWallets<Create, BrowserWallet>(context, create, {
    async loadPages(byId) {
      const { createWalletPages } = await import('@latchkey/browser-wallet/walletPages')
      // Playwright says when a page is closed. One that waits in a debugger is not.
      return createWalletPages((id) => byId.get(id), { idleMs: Number.POSITIVE_INFINITY })
    },
    followed(wallet, onRemoved) {
      const unwatch = wallet.watch(() => {
        if (!wallet.isRemoved) return
        unwatch()
        // A context that is closed meanwhile has no pages.
        onRemoved().catch(() => {})
      })
      return wallet
    },
  })
}

/** The wallets of a mock on a server. */
export function createRemotePageWallets<Create extends (options?: never) => Promise<RemovableWallet>>(
  context: BrowserContext,
  create: Create,
): OpenedWallets<Create> {
  let pagesUrl = ''
  return openPageWallets<Create, RemovableWallet>(context, create, {
    async loadPages() {
      const { createRemotePages } = await import('./remotePages.ts')
      return createRemotePages(() => pagesUrl)
    },
    followed(wallet, onRemoved) {
      pagesUrl = pagesUrlOf(wallet)
      return withMembers(wallet, {
        async remove() {
          await wallet.remove()
          await onRemoved()
        },
      })
    },
  })
}

function openPageWallets<Create extends (options?: never) => Promise<Wallet>, Wallet extends ShownWallet>(
  context: BrowserContext,
  create: Create,
  { loadPages, followed }: WalletSource<Wallet>,
): OpenedWallets<Create> {
  const byId = new Map<string, Wallet>()
  /** The contexts, each with its binding being exposed. */
  const contexts = new Map<BrowserContext, Promise<void>>()
  // A name that no page knows: only the script finds it.
  const binding = `latchkey_${randomSeed()}`
  const answers = createFrameAnswers(() => loadPages(byId))

  function open(target: BrowserContext): Promise<void> {
    const before = contexts.get(target)
    if (before) return before
    answers.follow(target)
    const opening = Promise.resolve(
      target.exposeBinding(binding, ({ frame }, message: string) => answers.answer(frame, message)),
    ).then(() => {})
    contexts.set(target, opening)
    return opening
  }

  /** @param removal - The script that keeps the wallet out of documents. */
  async function forget({ card: { id } }: ShownWallet, removal: string): Promise<void> {
    byId.delete(id)
    await Promise.all(Array.from(contexts.keys(), (target) => target.addInitScript({ content: removal })))
  }

  async function put(target: BrowserContext, wallets: Iterable<ShownWallet>): Promise<void> {
    const { writePageScript } = await import('@latchkey/browser-wallet/pageScript')
    const cards = Array.from(wallets, ({ card }) => card)
    const content = await writePageScript({ cards, road: { binding } })
    await target.addInitScript({ content })
    const frames = target.pages().flatMap((page) => page.frames())
    // A frame that is gone meanwhile needs no wallet, and one that has gone on has run the script by itself.
    await Promise.all(frames.map((frame) => frame.evaluate(content).catch(() => {})))
  }

  return {
    wallets: {
      browser: (async (options) => {
        const created = await create(options)
        const { writePageScript } = await import('@latchkey/browser-wallet/pageScript')
        const removal = await writePageScript({ cards: [], removed: [created.card.id], road: { binding } })
        const wallet = followed(created, () => forget(created, removal))
        byId.set(wallet.card.id, wallet)
        await open(context)
        for (const target of contexts.keys()) {
          // Another wallet may have opened it only just now.
          await open(target)
          await put(target, [wallet])
        }
        return wallet
      }) as Create,
      async addTo(target) {
        if (contexts.has(target)) return open(target)
        await open(target)
        if (byId.size > 0) await put(target, byId.values())
      },
    },
    end: answers.end,
  }
}
