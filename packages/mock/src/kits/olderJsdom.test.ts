import { describe, expect, it } from 'vitest'
import { partsForOlderJsdom } from './olderJsdom.ts'

/** The functions that a jsdom without them gets, made of the classes of Node. */
const { canParse, timeout, any, throwIfAborted } = Object.assign(
  {},
  ...partsForOlderJsdom(globalThis).map(([, functions]) => functions),
) as {
  readonly canParse: typeof URL.canParse
  readonly timeout: typeof AbortSignal.timeout
  readonly any: typeof AbortSignal.any
  readonly throwIfAborted: (this: AbortSignal) => void
}

describe('a page of an older jsdom', () => {
  it.each([
    ['https://example.com/a', undefined],
    ['/a', 'https://example.com'],
    ['/a', undefined],
    ['https://', undefined],
  ])('says as Node does whether %s is an address, below %s', (url, base) => {
    expect(canParse(url, base)).toBe(URL.canParse(url, base))
  })

  it('has signals that abort after a time', async () => {
    const signal = timeout(1)
    expect(signal.aborted).toBe(false)
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
  })

  it('has signals that abort with the first of several, whenever that was', () => {
    const [first, second] = [new AbortController(), new AbortController()]
    const signal = any([first.signal, second.signal])
    expect(signal.aborted).toBe(false)
    second.abort('left')
    first.abort('too late')
    expect(signal.reason).toBe('left')
    expect(any([first.signal]).reason).toBe('too late')
  })

  it('has signals that throw their reason, once they are aborted', () => {
    const controller = new AbortController()
    expect(() => throwIfAborted.call(controller.signal)).not.toThrow()
    controller.abort(new Error('left'))
    expect(() => throwIfAborted.call(controller.signal)).toThrow('left')
  })
})
