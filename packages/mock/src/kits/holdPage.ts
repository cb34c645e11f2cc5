/** The functions that a held page gives to the sweep, under a name of the page's global scope. */
export interface HeldPage {
  look(): HeldLook
  markup(): HeldMarkup
  passTo(instant: number): Promise<void>
  setNow(instant: number): void
  /** Runs each timer that became due in the milliseconds before the last `setNow`, once. */
  wake(milliseconds: number): Promise<void>
}

/** A document at one moment. */
export interface HeldLook {
  /** When the document began, by the platform's clock. */
  readonly document: number
  /** How many events of a user there were. */
  readonly events: number
  /** How many times the document has changed. */
  readonly changes: number
  readonly isLoading: boolean
  readonly nextAt: number | undefined
  readonly nextLimitAt: number | undefined
}

/** The markup of a body. */
export interface HeldMarkup {
  readonly now: string
  /** Before the last event of a user, if there was one. */
  readonly before: string | undefined
}

interface HoldOptions {
  /** Of what the page's global scope gets. */
  readonly name: string
  /** In epoch milliseconds. */
  readonly now: number
  /** Timers below it run by themselves. */
  readonly leastMs: number
  /** Timers above it, and that do not repeat, are time limits. */
  readonly limitMs: number
  /** How many timers a step runs. */
  readonly mostTimers: number
}

/**
 * Holds the timers and dates of a document, before its scripts run. Playwright sends its text to pages, so it uses
 * nothing from outside.
 */
export function holdPage({ name, now, leastMs, limitMs, mostTimers }: HoldOptions): void {
  if (Reflect.has(globalThis, name)) return
  interface HeldTimer {
    dueAt: number
    readonly waitMs: number
    readonly repeats: boolean
    readonly run: () => unknown
  }
  type Work = (...values: unknown[]) => unknown
  const {
    setTimeout: start,
    clearTimeout: stop,
    setInterval: repeat,
    clearInterval: end,
    Date: PlatformDate,
  } = globalThis
  const timers = new Map<number, HeldTimer>()
  let time = now
  // Beyond the ids of the platform.
  let lastId = 2 ** 30
  let events = 0
  let changes = 0
  let markupBefore: string | undefined

  function hold(work: Work, wait: number | undefined, options: { repeats: boolean; values: unknown[] }) {
    const { repeats, values } = options
    const waitMs = Math.max(0, Number(wait) || 0)
    const run = repeats ? repeat : start
    if (typeof work !== 'function' || waitMs < leastMs) return run(work, wait, ...values) as unknown
    lastId += 1
    timers.set(lastId, { dueAt: time + waitMs, waitMs, repeats, run: () => work.apply(globalThis, values) })
    return lastId
  }
  const release = (platform: (id: never) => void) => (id: unknown) => {
    if (!timers.delete(id as number)) platform(id as never)
  }
  const first = (isWanted: (timer: HeldTimer) => boolean) => {
    let found: [number, HeldTimer] | undefined
    for (const each of timers) if (isWanted(each[1]) && (!found || each[1].dueAt < found[1].dueAt)) found = each
    return found
  }
  // In a task of its own, so that what it throws is an error of the page.
  const inTask = (work: () => unknown) =>
    new Promise<void>((resolve) =>
      start(() => {
        start(resolve, 0)
        work()
      }, 0),
    )
  const markup = () => {
    const body = document.body?.cloneNode(true) as HTMLElement | undefined
    // People do not see them.
    for (const hidden of body?.querySelectorAll('script, style, noscript, template') ?? []) hidden.remove()
    return body?.innerHTML ?? ''
  }

  Object.assign(globalThis, {
    setTimeout: (work: Work, wait?: number, ...values: unknown[]) => hold(work, wait, { repeats: false, values }),
    setInterval: (work: Work, wait?: number, ...values: unknown[]) => hold(work, wait, { repeats: true, values }),
    clearTimeout: release(stop),
    clearInterval: release(end),
    Date: new Proxy(PlatformDate, {
      construct: (target, values, called) =>
        Reflect.construct(target, values.length === 0 ? [time] : values, called) as object,
      apply: () => new PlatformDate(time).toString(),
      get: (target, key) => (key === 'now' ? () => time : (Reflect.get(target, key) as unknown)),
    }),
  })
  Object.defineProperty(PlatformDate.prototype, 'constructor', {
    configurable: true,
    writable: true,
    value: globalThis.Date,
  })
  AbortSignal.timeout = (milliseconds) => {
    const controller = new AbortController()
    globalThis.setTimeout(() => controller.abort(new DOMException('signal timed out', 'TimeoutError')), milliseconds)
    return controller.signal
  }

  // The platform's own limit of a request cannot be held, but a short one ends a request that is under way.
  const { prototype: requests } = XMLHttpRequest
  const { send } = requests
  const platformLimit = Object.getOwnPropertyDescriptor(requests, 'timeout')
  const limits = new WeakMap<XMLHttpRequest, number>()
  Object.defineProperty(requests, 'timeout', {
    ...platformLimit,
    get(this: XMLHttpRequest) {
      return limits.get(this) ?? 0
    },
    set(this: XMLHttpRequest, milliseconds: number) {
      limits.set(this, milliseconds)
    },
  })
  requests.send = function (body) {
    send.call(this, body)
    if (!(this.timeout > 0)) return
    const timer = globalThis.setTimeout(() => platformLimit?.set?.call(this, 1), this.timeout)
    this.addEventListener('loadend', () => globalThis.clearTimeout(timer))
  }

  new MutationObserver(() => (changes += 1)).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  })
  for (const type of ['pointerdown', 'keydown', 'input', 'click', 'focusin', 'hashchange', 'popstate'])
    addEventListener(
      type,
      () => {
        events += 1
        if (type === 'pointerdown' || type === 'keydown' || type === 'input') markupBefore = markup()
      },
      { capture: true },
    )

  const held: HeldPage = {
    look: () => ({
      document: globalThis.performance.timeOrigin,
      events,
      changes,
      isLoading: document.readyState === 'loading',
      nextAt: first(() => true)?.[1].dueAt,
      nextLimitAt: first(({ repeats, waitMs }) => !repeats && waitMs > limitMs)?.[1].dueAt,
    }),
    markup: () => ({ now: markup(), before: markupBefore }),
    async passTo(instant) {
      for (let count = 0; count < mostTimers; count += 1) {
        const [id, timer] = first(({ dueAt }) => dueAt <= instant) ?? []
        if (id === undefined || !timer) {
          time = Math.max(time, instant)
          return
        }
        time = Math.max(time, timer.dueAt)
        if (timer.repeats) timer.dueAt += timer.waitMs
        else timers.delete(id)
        await inTask(timer.run)
      }
    },
    setNow(instant) {
      // A timer counts the time that passes for it, whatever the date says.
      for (const timer of timers.values()) timer.dueAt += instant - time
      time = instant
    },
    async wake(milliseconds) {
      const before = [...timers].toSorted(([, a], [, b]) => a.dueAt - b.dueAt)
      for (const [, timer] of before) timer.dueAt -= milliseconds
      for (const [id, timer] of before) {
        if (timer.dueAt > time || !timers.has(id)) continue
        if (timer.repeats) timer.dueAt = time + timer.waitMs
        else timers.delete(id)
        await inTask(timer.run)
      }
    },
  }
  Object.defineProperty(globalThis, name, { value: held })
}
