import { CookieJar as BrowserCookies, JSDOM } from 'jsdom'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type CookieAttributes, headerCookies } from './cookieJar.ts'
import { cookieStorage, type CookieStorageOptions } from './cookieStorage.ts'

const site = 'https://app.example.com'

/** The cookies of a browser, for pages of any address, and for the servers that they come from. */
function openBrowser() {
  const cookies = new BrowserCookies()
  onTestFinished(() => void vi.unstubAllGlobals())
  return {
    /** Opens a page. Its storage is usable until the next page is opened. */
    page(options?: CookieStorageOptions, url = `${site}/`) {
      const { window } = new JSDOM('', { url, cookieJar: cookies })
      vi.stubGlobal('document', window.document)
      vi.stubGlobal('location', window.location)
      return cookieStorage(undefined, options)
    },
    /** Answers a request on the server, with the storage of the request's cookies. */
    server<T>(
      answer: (storage: ReturnType<typeof cookieStorage>) => T,
      options?: CookieStorageOptions,
      url = `${site}/`,
    ): T {
      const jar = headerCookies(cookies.getCookieStringSync(url))
      const result = answer(cookieStorage(jar, options))
      for (const line of jar.setCookies) cookies.setCookieSync(line, url)
      return result
    },
    /** Another site of the domain sets a cookie for all of them. */
    toss: (line: string) => cookies.setCookieSync(line, 'https://evil.example.com/'),
    header: (url = `${site}/`) => cookies.getCookieStringSync(url),
  }
}

const day = 86_400_000
/** A text for two cookies. */
const large = Buffer.from(crypto.getRandomValues(new Uint8Array(4000))).toString('base64')

const changes: Record<string, [before: CookieStorageOptions, after: CookieStorageOptions]> = {
  'the domain is chosen': [{}, { domain: 'example.com' }],
  'the domain is dropped': [{ domain: 'example.com' }, {}],
  'the domain becomes the host': [{ domain: 'example.com' }, { domain: 'app.example.com' }],
  'a path is chosen': [{}, { path: '/account' }],
  'a path is dropped': [{ path: '/account' }, {}],
  'a path becomes longer': [{ path: '/account' }, { path: '/account/' }],
  'both are chosen': [{}, { domain: 'example.com', path: '/account' }],
}

describe.each(Object.entries(changes))('after %s', (_, [before, after]) => {
  const url = `${site}/account/settings`

  it.each(['ada', large])('the page has the session of the next sign-in, and nobody after the sign-out', (first) => {
    const browser = openBrowser()
    browser.page(before, url).set('s', first, day)
    browser.page(after, url).set('s', 'bob', day)
    expect(browser.page(after, url).get('s')).toBe('bob')
    expect(browser.header(url).split('; ')).toHaveLength(1)
    browser.page(after, url).remove('s')
    expect([browser.page(after, url).get('s'), browser.page(before, url).get('s'), browser.header(url)]).toEqual([
      '',
      '',
      '',
    ])
  })

  it.each(['ada', large])('the server has the session of the next sign-in, and nobody after the sign-out', (first) => {
    const browser = openBrowser()
    browser.server((storage) => storage.set('s', first, day), before, url)
    browser.server((storage) => storage.set('s', 'bob', day), after, url)
    const read = () => browser.server((storage) => storage.get('s'), after, url)
    expect([read(), browser.page(after, url).get('s')]).toEqual(['bob', 'bob'])
    expect(browser.header(url).split('; ')).toHaveLength(1)
    browser.server((storage) => storage.remove('s'), after, url)
    expect([read(), browser.header(url)]).toEqual(['', ''])
  })

  it('a server that shows one cookie for each name, such as Next, has the session of the next sign-in', () => {
    const browser = openBrowser()
    browser.page(before, url).set('s', 'ada', day)
    // Set at the same time elsewhere, so that both cookies are there.
    const jar = headerCookies('')
    cookieStorage(jar, after).set('s', 'bob', day)
    const pairs = `${browser.header(url)}; ${jar.setCookies.join().split(';')[0]}`.split('; ')
    for (const order of [pairs, [...pairs].reverse()]) {
      const values = new Map(order.map((pair) => pair.split('=') as [string, string]))
      expect(cookieStorage({ get: (name) => values.get(name) }, after).get('s')).toBe('bob')
    }
  })
})

it('a cookie that the page cannot see is no session anywhere else', () => {
  const browser = openBrowser()
  browser.page({ path: '/account' }, `${site}/account`).set('s', 'ada', day)
  browser.page().set('s', 'bob', day)
  browser.page().remove('s')
  expect(browser.page({}, `${site}/account`).get('s')).toBe('')
})

it('different spellings of a domain are one scope', () => {
  const browser = openBrowser()
  browser.page({ domain: '.Example.com' }).set('s', 'ada', day)
  expect(browser.page({ domain: 'example.com' }).get('s')).toBe('ada')
})

it('a cookie storage leaves the cookies of other keys alone', () => {
  const browser = openBrowser()
  for (const key of ['other', 'sessions', 's.x', 's-1']) browser.page({ domain: 'example.com' }).set(key, key, day)
  browser.page().set('s', 'ada', day)
  browser.page().remove('s')
  for (const key of ['other', 'sessions', 's.x', 's-1'])
    expect(browser.page({ domain: 'example.com' }).get(key)).toBe(key)
})

describe('a name that another site of the domain has set, too', () => {
  const attributes = { path: '/', sameSite: 'lax', secure: true, httpOnly: false, maxAge: 60 } as const

  /** A jar whose cookies keep their order. */
  function ordered(...jars: ReturnType<typeof headerCookies>[]) {
    return jars.flatMap(({ setCookies }) => setCookies.map((line) => line.split(';')[0])).join('; ')
  }
  function writtenOn(date: string, value: string) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(date) })
    onTestFinished(() => void vi.useRealTimers())
    const jar = headerCookies('')
    cookieStorage(jar).set('s', value, day)
    return jar
  }

  it('has the value of the newest write, in any order', () => {
    const [older, newer] = [writtenOn('2026-01-15', 'ada'), writtenOn('2026-01-16', 'bob')]
    for (const jars of [
      [older, newer],
      [newer, older],
    ])
      expect(cookieStorage(headerCookies(ordered(...jars))).get('s')).toBe('bob')
  })

  it('has no value made of the parts of two writes', () => {
    const [older, newer] = [writtenOn('2026-01-15', large), writtenOn('2026-01-16', `y${large}`)]
    expect(cookieStorage(headerCookies(ordered(older, newer))).get('s')).toBe(`y${large}`)
    const mixed = [ordered(newer).split('; ')[0], ordered(older).split('; ')[1]].join('; ')
    expect(cookieStorage(headerCookies(mixed)).get('s')).toBe('')
  })

  it('is deleted where the page writes and where it removes the value', () => {
    const browser = openBrowser()
    browser.toss('s=tossed; Domain=example.com; Path=/account')
    const url = `${site}/account`
    browser.page({}, url).set('s', 'ada', day)
    expect([browser.page({}, url).get('s'), browser.header(url)]).toEqual([
      'ada',
      expect.not.stringContaining('tossed'),
    ])
    browser.toss('s=tossed; Domain=example.com; Path=/')
    browser.page({}, url).remove('s')
    expect(browser.header(url)).toBe('')
  })

  it('is a header of its own for each domain and path', () => {
    const jar = headerCookies('')
    const scopes: Partial<CookieAttributes>[] = [{}, { domain: 'example.com' }, { path: '/account' }, {}]
    for (const scope of scopes) jar.set('s', 'x', { ...attributes, ...scope })
    expect(jar.setCookies).toEqual([
      's=x; Path=/; Max-Age=60; SameSite=lax; Secure',
      's=x; Path=/; Max-Age=60; SameSite=lax; Domain=example.com; Secure',
      's=x; Path=/account; Max-Age=60; SameSite=lax; Secure',
    ])
  })
})
