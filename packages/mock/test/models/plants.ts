import type { Plant } from './runModel.ts'

/** Answers some requests without passing them on. */
export const skipping =
  (url: RegExp, status: number, body: string | null = null): Plant =>
  ({ fetch }) => ({
    fetch: async (input, init) => (url.test(String(input)) ? new Response(body, { status }) : fetch(input, init)),
  })

/** Changes the text of the replies to some requests, and their status. */
export const changedReplies =
  (url: RegExp, change: (text: string) => string, replaced?: number): Plant =>
  ({ fetch }) => ({
    async fetch(input, init) {
      const reply = await fetch(input, init)
      if (!url.test(String(input))) return reply
      const { status, headers } = reply
      const text = await reply.text()
      return new Response(text === '' ? null : change(text), { status: replaced ?? status, headers })
    },
  })

/** Changes the body of some requests. */
export const changedRequests =
  (url: RegExp, change: (text: string) => string): Plant =>
  ({ fetch }) => ({
    fetch: (input, init) =>
      fetch(input, url.test(String(input)) && init?.body ? { ...init, body: change(String(init.body)) } : init),
  })

/** Lets time pass for the mock at another speed. */
export const withClock =
  (factor: number): Plant =>
  (mock) => ({
    mock: {
      ...mock,
      clock: {
        ...mock.clock,
        advance: (span) =>
          mock.clock.advance(typeof span === 'number' ? span * factor : { seconds: (span.seconds ?? 0) * factor }),
      },
    },
  })

/** Answers a request that has succeeded once in the same way again. */
export const remembering =
  (url: RegExp): Plant =>
  ({ fetch }) => {
    const replies = new Map<string, string>()
    return {
      async fetch(input, init) {
        const key = `${String(input)} ${String(init?.body)}`
        const cached = replies.get(key)
        if (cached !== undefined) return new Response(cached, { headers: { 'content-type': 'application/json' } })
        const reply = await fetch(input, init)
        if (url.test(String(input)) && reply.ok) replies.set(key, await reply.clone().text())
        return reply
      },
    }
  }
