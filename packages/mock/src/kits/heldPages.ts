import { sleep, startStopwatch } from '@latchkey/base/clock'
import { randomSeed } from '@latchkey/base/random'
import type { BrowserContext, Frame, Page, Request } from '@playwright/test'
import type { WireReply } from '../http/respond.ts'
import { type PagesPatience, shortWaitMs, type SweptPages } from '../sweep/passPageTime.ts'
import { type HeldLook, type HeldMarkup, type HeldPage, holdPage } from './holdPage.ts'

/** The pages of a browser context, whose timers are held. */
export interface HeldPages extends SweptPages {
  /** Holds the pages of a context from now on. @param isOfService - Whether the sweep itself knows of a request */
  hold(context: BrowserContext, isOfService: (url: URL) => boolean): Promise<void>
  /** Waits until the pages have the time of the service, and follows a reply on its way. */
  beforeReply(request: Request, reply: WireReply | undefined): Promise<void>
  /** Runs each timer of the pages that became due in the milliseconds before the last `setNow`, once. */
  wake(milliseconds: number): Promise<void>
  /** The markup of the page that is open. */
  markup(): Promise<string | undefined>
  /** The same before the last event of the user. */
  markupBefore(): Promise<string | undefined>
}

/** Timers below it run by themselves. */
const leastMs = 50
/** How many timers a step runs before the next look. */
const mostTimers = 25
/** Real time after which a page that gives no answer is busy. */
const answerMs = 2000
/** Real time after which a request of something else than the service counts as one that stays open. */
const openMs = 10_000
/** Requests that stay open as long as their page. */
const lasting: ReadonlySet<string> = new Set(['eventsource', 'websocket', 'ping', 'media'])

export function createHeldPages(patience: PagesPatience): HeldPages {
  const name = `latchkey_${randomSeed()}`
  const inFlight = new Map<Request, () => number>()
  const ended = new WeakSet<Request>()
  /** Frames that wait for their next document, with its request. Playwright runs nothing in them until it is there. */
  const navigating = new Map<Frame, Request>()
  const scripts: { dispose?(): unknown }[] = []
  let context: BrowserContext | undefined
  let now = 0
  let requests = 0
  let moving: Promise<unknown> = Promise.resolve()

  const frames = () => context?.pages().flatMap((page) => page.frames()) ?? []

  /** Runs in every frame, and waits only for those that do not wait for a document. */
  async function inFrames<T, Input>(work: (input: { name: string; input: Input }) => T, input: Input): Promise<void> {
    const answers = frames().map((frame) => [frame, inFrame(frame, work, { name, input })] as const)
    await Promise.all(answers.flatMap(([frame, answer]) => (navigating.has(frame) ? [] : answer)))
  }

  /** Looks at every frame but those that wait for a document of the service. */
  async function lookAtFrames(): Promise<(HeldLook | 'gone' | undefined)[]> {
    const all = frames()
    if (all.some(isLoading)) return [undefined]
    const there = all.filter((frame) => !navigating.has(frame))
    return Promise.all(there.map((frame) => inFrame(frame, lookInPage, { name, input: 0 })))
  }

  /** Whether the next document is on its way. The service knows of others whether they come, and when. */
  function isLoading(frame: Frame): boolean {
    const request = navigating.get(frame)
    return request !== undefined && inFlight.has(request)
  }

  async function moveNewDocuments(instant: number): Promise<void> {
    now = instant
    const before = scripts.splice(0)
    const script: unknown = await context?.addInitScript(setNowInPage, { name, input: instant }).catch(unlessClosed)
    // Since Playwright 1.60 a script can be removed.
    if (script) scripts.push(script as { dispose?(): unknown })
    for (const each of before) await Promise.resolve(each.dispose?.()).catch(unlessClosed)
  }

  const shownPage = (): Page | undefined => context?.pages().findLast((page) => !page.isClosed())
  async function markupOf(page: Page | undefined) {
    if (!page || navigating.has(page.mainFrame())) return undefined
    return inFrame(page.mainFrame(), markupInPage, { name, input: 0 })
  }

  return {
    patience,
    begin(instant) {
      now = instant
      if (patience.isLearning) patience.longestMs = 0
    },
    async hold(held, isOfService) {
      context = held
      await held.addInitScript(holdPage, { name, now, leastMs, limitMs: shortWaitMs, mostTimers })
      held.on('request', (request) => {
        requests += 1
        const frame = request.isNavigationRequest() ? frameOf(request) : undefined
        if (frame) navigating.set(frame, request)
        if (lasting.has(request.resourceType()) || isOfService(new URL(request.url()))) return
        inFlight.set(request, startStopwatch())
      })
      const arrive = (request: Request) => {
        for (const [frame, each] of navigating) if (each === request) navigating.delete(frame)
      }
      const end = (request: Request) => {
        ended.add(request)
        inFlight.delete(request)
        arrive(request)
      }
      // A browser ends a request of a script only when the body is read, and apps do not read those of refusals.
      held.on('response', (response) => {
        const request = response.request()
        arrive(request)
        if (['fetch', 'xhr'].includes(request.resourceType())) end(request)
      })
      held.on('requestfinished', end)
      held.on('requestfailed', end)
    },
    async beforeReply(request, reply) {
      await moving.catch(() => undefined)
      // The app has given up a request that has ended, and a stalled one has no end.
      if (reply?.half !== 'stalled' && !ended.has(request)) inFlight.set(request, startStopwatch())
    },
    setNow(instant) {
      moving = Promise.all([moving, inFrames(setNowInPage, instant), moveNewDocuments(instant)])
      moving.catch(() => undefined)
    },
    async look() {
      const looks = await lookAtFrames()
      const isOpen = Array.from(inFlight.values()).some((elapsed) => elapsed() < openMs)
      if (isOpen || looks.includes(undefined)) return undefined
      const pages = looks.filter((look) => look !== undefined && look !== 'gone')
      if (pages.some(({ isLoading }) => isLoading)) return undefined
      const earliest = (instants: readonly (number | undefined)[]) => {
        const set = instants.filter((instant) => instant !== undefined)
        return set.length > 0 ? Math.min(...set) : undefined
      }
      return {
        isOpen: pages.some(({ document }) => document > 0),
        activity: `${requests} ${pages.map(({ document, events }) => `${document} ${events}`).join(' ')}`,
        changes: pages.reduce((sum, { changes }) => sum + changes, 0),
        nextAt: earliest(pages.map(({ nextAt }) => nextAt)),
        nextLimitAt: earliest(pages.map(({ nextLimitAt }) => nextLimitAt)),
      }
    },
    async passTo(instant) {
      await Promise.all([inFrames(passInPage, instant), moveNewDocuments(instant)])
    },
    async wake(milliseconds) {
      await moving.catch(() => undefined)
      await inFrames(wakePage, milliseconds)
    },
    async markup() {
      const markup = await markupOf(shownPage())
      return typeof markup === 'object' ? markup.now : undefined
    },
    async markupBefore() {
      const markup = await markupOf(shownPage())
      return typeof markup === 'object' ? (markup.before ?? markup.now) : undefined
    },
  }
}

/** A window that is closed meanwhile makes a step fail that all others have taken. */
function unlessClosed(error: unknown): void {
  if (!String(error).includes('has been closed')) throw error
}

/** @returns `undefined` for the first document of a new page, which is not there yet */
function frameOf(request: Request): Frame | undefined {
  try {
    return request.frame()
  } catch {
    return undefined
  }
}

/** @returns `undefined` for a frame that gives no answer, `gone` for one that was removed */
async function inFrame<T, Input>(
  frame: Frame,
  work: (input: { name: string; input: Input }) => T,
  input: { name: string; input: Input },
): Promise<T | undefined | 'gone'> {
  const answer = (frame.evaluate as (work: unknown, input: unknown) => Promise<T>)(work, input).catch(() =>
    frame.isDetached() || frame.page().isClosed() ? ('gone' as const) : undefined,
  )
  return Promise.race([answer, sleep(answerMs).then(() => undefined)])
}

interface PageInput {
  readonly name: string
  readonly input: number
}

// Playwright sends the texts of these functions to pages.
function lookInPage({ name }: PageInput): HeldLook {
  // The empty document that a tab begins with is not held.
  const empty = { document: 0, events: 0, changes: 0, isLoading: false, nextAt: undefined, nextLimitAt: undefined }
  return (Reflect.get(globalThis, name) as HeldPage | undefined)?.look() ?? empty
}

function markupInPage({ name }: PageInput): HeldMarkup | undefined {
  return (Reflect.get(globalThis, name) as HeldPage | undefined)?.markup()
}

function passInPage({ name, input }: PageInput): Promise<void> | undefined {
  return (Reflect.get(globalThis, name) as HeldPage | undefined)?.passTo(input)
}

function setNowInPage({ name, input }: PageInput): void {
  ;(Reflect.get(globalThis, name) as HeldPage | undefined)?.setNow(input)
}

function wakePage({ name, input }: PageInput): Promise<void> | undefined {
  return (Reflect.get(globalThis, name) as HeldPage | undefined)?.wake(input)
}
