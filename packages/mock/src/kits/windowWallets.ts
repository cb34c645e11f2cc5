import type { CreateBrowserWallet } from '../control/device/browserWalletOptions.ts'
import type { Mock } from '../mock/createMock.ts'

/** Creates browser wallets, and puts them into the window of a test. */
export interface WindowWallets {
  /**
   * Creates a wallet by the test's mock, and puts it into the window of the test until the test ends.
   *
   * @throws TypeError like `mock.wallets.browser()`, and in an environment without a window
   * @example
   * const wallet = await wallets.browser({ name: 'MetaMask', rdns: 'io.metamask' })
   * wallet.refuseNext()
   */
  readonly browser: CreateBrowserWallet
}

/** The wallets of a test, which end with it. */
interface OpenedWallets {
  readonly wallets: WindowWallets
  /** Takes the wallets out of the window: what they are asked is withdrawn. */
  end(): void
}

export function createWindowWallets({ wallets: { browser } }: Mock): OpenedWallets {
  const ends: (() => void)[] = []
  return {
    wallets: {
      async browser(options) {
        if (typeof document === 'undefined')
          throw new TypeError(
            'Failed to call "wallets.browser()": this test has no window. Run it in jsdom, happy-dom or a browser, or put the wallet of `mock.wallets.browser()` into a window of your own by its `install()`.',
          )
        const wallet = await browser(options)
        ends.push(wallet.install(window))
        return wallet
      },
    },
    end() {
      for (const end of ends.splice(0)) end()
    },
  }
}
