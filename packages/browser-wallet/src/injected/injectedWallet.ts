import { providerCodes } from '@latchkey/device/provider'
import { type BrowserWallet, createBrowserWallet } from '../browserWallet.ts'
import type { Site, WalletControl, WalletCore } from '../walletCore.ts'
import { fail } from '../walletError.ts'
import type { InjectedCard, InjectedChange } from '../wire.ts'

/** Answers a call of a page. @throws WalletError */
export type InjectedMethod = (site: Site, values: readonly unknown[]) => Promise<unknown>

export type InjectedWallet = BrowserWallet<InjectedCard> & WalletControl

interface InjectedParts<Control extends WalletControl> {
  readonly card: InjectedCard
  readonly core: WalletCore
  readonly control: Control
  /** The methods that the functions in the page call, by name. */
  readonly methods: Readonly<Record<string, InjectedMethod>>
  /** The facts that a page shows, and the events that it hears, once it sees these accounts instead of those before. */
  readonly changeTo: (accounts: readonly string[], before: readonly string[], origin: string) => InjectedChange
  /** The events that a page hears once the wallet has taken its access away, also while it is locked. @default none */
  readonly forgottenSignals?: (origin: string) => InjectedChange['signals']
  /** The events that a page hears once the wallet was removed. @default none */
  readonly removedSignals?: InjectedChange['signals']
}

/** Puts a wallet into pages as objects. */
export function createInjectedWallet<Control extends WalletControl>({
  card,
  core,
  control,
  methods,
  changeTo,
  forgottenSignals = () => [],
  removedSignals = [],
}: InjectedParts<Control>): BrowserWallet<InjectedCard> & Control {
  return createBrowserWallet(card, {
    core,
    control,
    openSite: (site) => async (method, params) => {
      if (method === 'facts') {
        const accounts = core.accountsOf(site.origin)
        return { ...changeTo(accounts, accounts, site.origin), signals: [] } satisfies InjectedChange
      }
      const answer = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (!answer) throw fail(providerCodes.methodNotFound, `The wallet does not have the method ${method}.`)
      return answer(site, Array.isArray(params) ? params : [])
    },
    writeEvents(origin) {
      let before = core.accountsOf(origin)
      const changeOf = (data: InjectedChange) => ({ wallet: card.id, event: 'injected' as const, data })
      return (event) => {
        if (event.event === 'forgotten') return changeOf({ facts: {}, signals: forgottenSignals(origin) })
        if (event.event === 'removed') return changeOf({ facts: {}, signals: removedSignals })
        if (event.event !== 'accounts') return event
        const data = changeTo(event.data, before, origin)
        before = event.data
        return changeOf(data)
      }
    },
  })
}
