import { startStopwatch, sleep } from '@latchkey/base/clock'
import type { Browser, BrowserContext, Credentials, Page } from '@playwright/test'
import type { Mock } from '../mock/createMock.ts'
import type { PagesPatience } from '../sweep/passPageTime.ts'
import type { Stage } from '../sweep/runOnce.ts'
import { createHeldPages } from './heldPages.ts'
import { createInbox, type Inbox, type SendingMock } from './inbox.ts'
import { createSignIn, type SignIn } from './pageSignIn.ts'
import { createPageWallets, type PageWallets } from './pageWallets.ts'
import { refuseMissedCalls } from './refuseMissedCalls.ts'
import { isOfService, routeToMock } from './routeToMock.ts'
import type { SessionCookieOptions } from './sessionCookies.ts'
import type { SweepPictures } from './sweepPictures.ts'
import type { TestClock } from './testClock.ts'

/** The argument of a swept test: its fixtures, of this run. */
export interface SweepContext {
  /** The first page of the browser context. */
  readonly page: Page
  /** Of this run. */
  readonly context: BrowserContext
  /** The mock of this run, which answers what the pages request. */
  readonly mock: Mock
  readonly signIn: SignIn
  readonly inbox: Inbox
  /** The clock of the mock and of the pages, which stand still, and move on together while the app only waits. */
  readonly clock: TestClock
  readonly wallets: PageWallets<Mock['wallets']['browser']>
  /** As in tests, if the test names it among its parameters. */
  readonly passkeys: Credentials
}

interface PageStageOptions {
  readonly browser: Browser
  /** The server's own mock. */
  readonly server: SendingMock
  /** The URL of the app. */
  readonly baseURL: string | undefined
  readonly sessionCookie: boolean | SessionCookieOptions | undefined
  /** Says what to change in a configuration by which calls miss the mock. */
  remedy(call: string): string
  readonly needsPasskeys: boolean
  readonly patience: PagesPatience
  readonly folder: string
  replayOf(name: string): string
  /** Gets a picture of the end. */
  readonly pictures?: SweepPictures | undefined
}

/** A run of a swept test in a browser context of its own. */
export interface PageStage extends Stage<SweepContext> {
  /** The index of the picture of its end. */
  readonly picture: number | undefined
}

export function createPageStage(options: PageStageOptions): PageStage {
  const { browser, server, baseURL, sessionCookie, remedy, needsPasskeys, patience, folder, pictures } = options
  const pages = createHeldPages(patience)
  let noteUnhandled: (cause: unknown) => void = () => undefined
  let lastMarkup: string | undefined
  let picture: number | undefined
  const appOrigin = baseURL && URL.canParse(baseURL) ? new URL(baseURL).origin : undefined

  async function openContext(mock: Mock): Promise<BrowserContext> {
    const context = await browser.newContext()
    await pages.hold(context, (url) => isOfService(url, mock))
    context.on('weberror', (error) => noteUnhandled(errorOfPage(error.error(), { appOrigin, folder })))
    await refuseMissedCalls(context, { baseUrl: mock.baseUrl, remedy })
    await routeToMock(context, mock, pages.beforeReply)
    if (needsPasskeys) await context.credentials.install()
    return context
  }

  return {
    pages,
    folder,
    replayOf: options.replayOf,
    async run(mock, work) {
      let isOver = false
      const context = await openContext(mock)
      const { wallets, end } = createPageWallets(context, mock.wallets.browser)
      const clock: TestClock = {
        now: mock.clock.now,
        isInstalled: true,
        install: async () => undefined,
        async advance(span) {
          const before = mock.clock.now()
          await mock.clock.advance(span)
          await pages.wake(mock.clock.now() - before)
        },
      }
      try {
        const page = await context.newPage()
        return await work({
          page,
          context,
          mock,
          clock,
          wallets,
          signIn: createSignIn(context, { mock, baseURL, clock, sessionCookie }),
          inbox: createInbox(mock, server, (look, { message }) =>
            waitForMessage(look, { message, isOver: () => isOver }),
          ),
          passkeys: context.credentials,
        })
      } finally {
        isOver = true
        const [shown] = context.pages()
        if (pictures && shown && lastMarkup !== undefined) picture = await pictures.take(lastMarkup, shown)
        end()
        await context.close()
      }
    },
    async page() {
      lastMarkup = await pages.markup()
      return lastMarkup
    },
    pageBefore: () => pages.markupBefore(),
    watchUnhandled(listener) {
      noteUnhandled = listener
      return () => (noteUnhandled = () => undefined)
    },
    get picture() {
      return picture
    },
  }
}

/** How long a run waits for a message in any case, in milliseconds. */
const messageLimitMs = 120_000

/** Waits for a message as long as the run goes on. */
async function waitForMessage(
  look: () => Promise<unknown>,
  { message, isOver }: { readonly message: string; isOver(): boolean },
): Promise<void> {
  const elapsed = startStopwatch()
  while ((await look()) === undefined) {
    if (isOver() || elapsed() > messageLimitMs) throw new MissingMessageError(`${message}: none has come.`)
    await sleep(20)
  }
}

/** A message that the service does not send. It counts as an assertion that fails. */
class MissingMessageError extends Error {
  override readonly name = 'AssertionError'
}

/** The error with lines of the app as paths: those of a development server are URLs. */
function errorOfPage(
  error: Error,
  { appOrigin, folder }: { readonly appOrigin: string | undefined; readonly folder: string },
): Error {
  if (appOrigin === undefined || error.stack === undefined) return error
  const stack = error.stack.replaceAll(`${appOrigin}/`, `${folder}/`).replaceAll(/\?[\w=&.-]*(?=:\d)/g, '')
  return Object.assign(new Error(error.message), { name: error.name, stack })
}
