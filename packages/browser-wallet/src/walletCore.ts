import { providerCodes } from '@latchkey/device/provider'
import type { Approval, AskedPerson, Question, WalletPerson } from './person.ts'
import { fail, walletGone } from './walletError.ts'
import type { WalletEvent, WalletEvents } from './wire.ts'

/** A page in which a wallet stands. */
export interface Site {
  readonly origin: string
  /** Aborts when the page is closed. */
  readonly signal: AbortSignal
}

/** How a person and a test use a wallet of any chain. */
export interface WalletControl extends WalletPerson {
  readonly name: string
  /** The addresses of all accounts, the selected one first. */
  readonly accounts: readonly string[]
  /** The origins of the pages that have access to accounts. */
  readonly connections: readonly string[]
  readonly isLocked: boolean
  /** Locks the wallet: pages see no account until it is unlocked. */
  lock(): void
  /** Unlocks the wallet, also for a page that waits for it. */
  unlock(): void
  /** Selects another account. @throws TypeError for an address that is not of this wallet */
  switchAccount(address: string): void
  /** Takes access to the accounts away. @param origin - Of one page. @default from all pages */
  disconnect(origin?: string): void
}

/** The knowledge of pages that a wallet has, whatever its chain. */
export interface WalletCore {
  readonly control: WalletControl
  /** The accounts that a page sees now. */
  accountsOf(origin: string): readonly string[]
  /** Gives a page access, once the person has unlocked the wallet and has agreed. */
  connect(site: Site, request: ConnectRequest): Promise<readonly string[]>
  /** Asks the person. @returns When the answer is yes. @throws WalletError 4001, -32002, or 4100 without access by then */
  assertApproved(site: Site, question: Omit<Question, 'origin'>): Promise<void>
  /** Calls a function after each change that a test can see. @returns A function that ends it. */
  watch(listener: () => void): () => void
  /** Calls those functions, for a change of which no page hears. */
  reportChange(): void
  readonly isRemoved: boolean
  /** Takes the wallet out of all pages. @throws TypeError when it was removed before */
  remove(): void
  /** @throws WalletError 4900 once the wallet was removed */
  assertPresent(): void
  /** Tells all pages. */
  announce<Name extends keyof WalletEvents>(event: Name, data: WalletEvents[Name]): void
  /** Adds a page that hears events. @returns A function that removes it. */
  addPage(origin: string, emit: (event: WalletEvent) => void): () => void
}

interface ConnectRequest {
  /** The question by which the person agrees. @default 'connect' */
  readonly kind?: 'connect' | 'signIn'
  readonly method: string
  readonly params: unknown
  /** The text of a sign-in, and the account that signs it. */
  readonly text?: string
  readonly account?: string
  /** Whether the person is asked although the page has access already. */
  readonly isRepeated?: boolean
}

interface OpenPage {
  readonly origin: string
  readonly emit: (event: WalletEvent) => void
  /** The accounts in the last event to the page. */
  seen: readonly string[]
}

interface CoreOptions {
  readonly id: string
  readonly name: string
  readonly accounts: readonly string[]
  readonly person: AskedPerson
  /**
   * Whether two addresses are of one account: two spellings, or two addresses that belong together.
   *
   * @default only the same spelling is
   */
  readonly isSame?: (address: string, other: string) => boolean
  /** Whether a page sees one account at a time, of those to which it has access. @default false */
  readonly showsOne?: boolean
  /** The addresses of an account that pages see. @default its only one */
  readonly addressesOf?: (account: string) => readonly string[]
}

/** Wallets show one of these at a time to a page, and refuse the second. */
const singleKinds: ReadonlySet<Question['kind']> = new Set(['chain', 'connect', 'signIn', 'unlock'])

export function createWalletCore(options: CoreOptions): WalletCore {
  const { id, name, accounts, person: asked, showsOne = false } = options
  const { isSame = (address, other) => address === other, addressesOf = (account) => [account] } = options
  const { person, changes, ask, end } = asked
  const granted = new Map<string, readonly string[]>()
  const pages = new Set<OpenPage>()
  /** Origin and kind of the requests of which a page may have only one. */
  const open = new Set<string>()
  let [selected = ''] = accounts
  let isLocked = false
  let isRemoved = false

  const ordered = () => [selected, ...accounts.filter((address) => address !== selected)]

  function ownAddress(address: string, call: string): string {
    const own = accounts.find((each) => isSame(each, address))
    if (own !== undefined) return own
    throw new TypeError(`Failed to call "${call}()": ${address} is not an account of ${name}.`)
  }

  function accountsOf(origin: string): readonly string[] {
    const access = granted.get(origin) ?? []
    const shown = isLocked ? [] : ordered().filter((address) => access.includes(address))
    return (showsOne ? shown.slice(0, 1) : shown).flatMap(addressesOf)
  }

  function report(): void {
    changes.tell()
    for (const page of pages) {
      const present = accountsOf(page.origin)
      if (present.join() === page.seen.join()) continue
      page.seen = present
      page.emit({ wallet: id, event: 'accounts', data: present })
    }
  }

  const assertApproval = ({ accounts: chosen = [] }: Approval) => {
    for (const address of chosen) ownAddress(address, 'approve')
  }

  function assertPresent(): void {
    if (isRemoved) throw walletGone()
  }

  async function answerOf(site: Site, question: Omit<Question, 'origin'>) {
    assertPresent()
    const key = `${site.origin} ${question.kind}`
    const isSingle = singleKinds.has(question.kind)
    if (isSingle && open.has(key))
      throw fail(
        providerCodes.resourceUnavailable,
        `A request of ${question.method} is open already. Wait for the person to answer it.`,
      )
    if (isSingle) open.add(key)
    try {
      const answer = await ask({ ...question, origin: site.origin }, { signal: site.signal, assertApproval })
      if (answer.isApproved) return answer
      assertPresent()
      throw fail(providerCodes.userRejected, 'The person refused the request.')
    } finally {
      open.delete(key)
    }
  }

  const control: WalletControl = {
    name,
    get accounts() {
      return ordered()
    },
    get connections() {
      return [...granted.keys()]
    },
    get isLocked() {
      return isLocked
    },
    get requests() {
      return person.requests
    },
    get approval() {
      return person.approval
    },
    nextRequest: person.nextRequest,
    refuseNext: person.refuseNext,
    setApproval: person.setApproval,
    setDelay: person.setDelay,
    lock() {
      isLocked = true
      report()
    },
    unlock() {
      isLocked = false
      const waiting = person.requests.filter(({ kind, status }) => kind === 'unlock' && status === 'open')
      for (const request of waiting) request.approve()
      report()
    },
    switchAccount(address) {
      selected = ownAddress(address, 'switchAccount')
      report()
    },
    disconnect(origin) {
      const forgotten = new Set(origin === undefined ? granted.keys() : [origin])
      const left = [...pages].filter((page) => forgotten.has(page.origin) && granted.has(page.origin))
      for (const each of forgotten) granted.delete(each)
      report()
      for (const page of left) page.emit({ wallet: id, event: 'forgotten', data: null })
    },
  }

  return {
    control,
    accountsOf,
    async connect(site, { isRepeated = false, ...request }) {
      if (isLocked) {
        await answerOf(site, { kind: 'unlock', method: request.method, params: request.params })
        control.unlock()
      }
      if (!isRepeated && granted.has(site.origin)) return accountsOf(site.origin)
      const { accounts: chosen = accounts } = await answerOf(site, { kind: 'connect', ...request })
      granted.set(
        site.origin,
        chosen.map((address) => ownAddress(address, 'approve')),
      )
      report()
      return accountsOf(site.origin)
    },
    async assertApproved(site, question) {
      await answerOf(site, question)
      const { account } = question
      const access = granted.get(site.origin) ?? []
      // The wallet may have been locked, or have forgotten the page, meanwhile.
      if (account === undefined || (!isLocked && access.some((address) => isSame(address, account)))) return
      throw fail(providerCodes.unauthorized, 'The page has lost its access to this account meanwhile.')
    },
    get isRemoved() {
      return isRemoved
    },
    remove() {
      if (isRemoved) throw new TypeError(`Failed to call "remove()": ${name} was removed before.`)
      isRemoved = true
      control.disconnect()
      end()
      for (const page of pages) page.emit({ wallet: id, event: 'removed', data: null })
    },
    assertPresent,
    watch: changes.watch,
    reportChange: changes.tell,
    announce(event, data) {
      changes.tell()
      for (const { emit } of pages) emit({ wallet: id, event, data } as WalletEvent)
    },
    addPage(origin, emit) {
      const page: OpenPage = { origin, emit, seen: accountsOf(origin) }
      pages.add(page)
      return () => void pages.delete(page)
    },
  }
}
