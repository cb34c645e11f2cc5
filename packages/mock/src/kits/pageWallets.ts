import { randomSeed } from '@latchkey/base/random'
import type { BrowserWallet } from '@latchkey/browser-wallet/browserWallet'
import type { BrowserContext } from '@playwright/test'
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

type AnyWallet = Pick<BrowserWallet, 'card' | 'openPage'>
type CreateAny = (options?: never) => Promise<AnyWallet>

export function createPageWallets<Create extends CreateAny>(
  context: BrowserContext,
  create: Create,
): OpenedWallets<Create> {
  const byId = new Map<string, AnyWallet>()
  const contexts = new Set<BrowserContext>()
  // A name that no page knows: only the script finds it.
  const binding = `latchkey_${randomSeed()}`
  const answers = createFrameAnswers((id) => byId.get(id))

  async function open(target: BrowserContext): Promise<void> {
    contexts.add(target)
    answers.follow(target)
    await target.exposeBinding(binding, ({ frame }, message: string) => answers.answer(frame, message))
  }

  async function put(target: BrowserContext, wallets: Iterable<AnyWallet>): Promise<void> {
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
        const wallet = await create(options)
        byId.set(wallet.card.id, wallet)
        if (!contexts.has(context)) await open(context)
        for (const target of contexts) await put(target, [wallet])
        return wallet
      }) as Create,
      async addTo(target) {
        if (contexts.has(target)) return
        await open(target)
        if (byId.size > 0) await put(target, byId.values())
      },
    },
    end: answers.end,
  }
}
