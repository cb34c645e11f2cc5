import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type CookieAttributes, documentCookies, headerCookies } from './cookieJar.ts'
import { cookieStorage } from './cookieStorage.ts'

/** A jar that notes every cookie that is set. */
function createJar(values: Record<string, string> = {}) {
  const written: [name: string, value: string, attributes: CookieAttributes][] = []
  return {
    written,
    get: (name: string) => values[name],
    set(name: string, value: string, attributes: CookieAttributes) {
      values[name] = value
      written.push([name, value, attributes])
    },
  }
}

function openPage(protocol: string) {
  vi.stubGlobal('location', { protocol })
  onTestFinished(() => void vi.unstubAllGlobals())
}

/** A text that cannot be compressed: it takes as many characters in cookies. */
const noise = (length: number) =>
  Buffer.from(crypto.getRandomValues(new Uint8Array((length * 3) / 4))).toString('base64')

it('cookieStorage refuses the promise of the cookies, with which nobody would be signed in', () => {
  expect(() => cookieStorage(Promise.resolve({ get: () => '' }) as never)).toThrow('cookieStorage(await cookies())')
})

describe('cookieStorage', () => {
  it('writes cookies for the whole site, which other sites do not send, over https only', () => {
    const jar = createJar()
    cookieStorage(jar).set('s', 'value', 60_000)
    const attributes = { path: '/', sameSite: 'lax', secure: true, httpOnly: false, maxAge: 60 }
    expect(jar.written).toEqual([['s', expect.stringMatching(/^\w+\.~[\w-]+$/), attributes]])
  })

  it('takes the attributes that are chosen', () => {
    const jar = createJar()
    const chosen = { path: '/app', sameSite: 'strict', secure: false, httpOnly: true, domain: 'example.com' } as const
    cookieStorage(jar, chosen).set('s', 'value', 60_000)
    expect(jar.written[0]?.[2]).toEqual({ ...chosen, maxAge: 60 })
  })

  it('takes an attribute that is undefined for one that is left out', () => {
    const jar = createJar()
    const chosen = { path: undefined, sameSite: undefined, secure: undefined, httpOnly: undefined, domain: undefined }
    cookieStorage(jar, chosen).set('s', 'value', 60_000)
    const attributes = { path: '/', sameSite: 'lax', secure: true, httpOnly: false, maxAge: 60 }
    expect(jar.written[0]?.[2]).toStrictEqual(attributes)
  })

  it.each([
    ['http:', false],
    ['https:', true],
  ])('asks for https as the page at %s has it', (protocol, secure) => {
    openPage(protocol)
    const jar = createJar()
    cookieStorage(jar).set('s', 'value', 60_000)
    expect(jar.written[0]?.[2].secure).toBe(secure)
  })

  it.each([
    [1, 1],
    [1000, 1],
    [1001, 2],
    [60_000, 60],
  ])('keeps a cookie for %i ms in %i whole seconds, and never for less', (maxAgeMs, maxAge) => {
    const jar = createJar()
    cookieStorage(jar).set('s', 'value', maxAgeMs)
    expect(jar.written[0]?.[2].maxAge).toBe(maxAge)
  })

  it.each([
    [3000, ['s']],
    [6000, ['s', 's.1']],
    [10_000, ['s', 's.1', 's.2']],
  ])('puts %i characters into as many cookies as they need', (characters, names) => {
    const jar = createJar()
    const storage = cookieStorage(jar)
    const text = noise(characters)
    storage.set('s', text, 1000)
    expect(jar.written.map(([name]) => name)).toEqual(names)
    // Browsers take 4096 characters of name and value.
    expect(Math.max(...jar.written.map(([, value]) => value.length))).toBeLessThanOrEqual(3820)
    expect(storage.get('s')).toBe(text)
  })

  it('refuses what three cookies cannot carry, and leaves the former value', () => {
    const jar = createJar()
    const storage = cookieStorage(jar)
    storage.set('s', 'former', 1000)
    expect(() => storage.set('s', noise(12_000), 1000)).toThrow(RangeError)
    expect([storage.get('s'), jar.written.length]).toEqual(['former', 1])
  })

  it('removes the cookies that are there, and no others', () => {
    const jar = createJar({ s: 'YQ', 's.1': 'YQ' })
    cookieStorage(jar).remove('s')
    expect(jar.written.map(([name, value, { maxAge }]) => [name, value, maxAge])).toEqual([
      ['s', '', 0],
      ['s.1', '', 0],
    ])
  })

  it('leaves a fourth cookie alone, which is none of its own', () => {
    const jar = createJar({ 's.3': 'of others' })
    const storage = cookieStorage(jar)
    storage.set('s', 'value', 1000)
    storage.remove('s')
    expect([jar.get('s.3'), storage.get('s')]).toEqual(['of others', ''])
  })

  it('reads nothing where there is no cookie', () => {
    for (const missing of [undefined, null, '', { value: '' }])
      expect(cookieStorage({ get: () => missing, set() {} }).get('s')).toBe('')
  })

  it('is read only where no cookie can be set', () => {
    expect(cookieStorage({ get: () => undefined }).readOnly).toBe(true)
    expect(cookieStorage(createJar()).readOnly).toBe(false)
    expect(() => cookieStorage({ get: () => undefined }).set('s', 'value', 1000)).toThrow('No cookie can be set here')
  })

  it('belongs to one request, unless its jar is that of the page', () => {
    expect(cookieStorage(createJar()).scope).toBe('request')
    expect(cookieStorage(createJar(), { isServer: false }).scope).toBe('origin')
    expect(cookieStorage(documentCookies()).scope).toBe('origin')
    expect(cookieStorage(documentCookies(), { isServer: true }).scope).toBe('request')
  })

  it('reports a browser that refuses a cookie, and does not ask a server', () => {
    const dropping = { get: () => undefined, set() {} }
    expect(() => cookieStorage(dropping, { isServer: false }).set('s', 'value', 1000)).toThrow('Allow cookies')
    expect(() => cookieStorage(dropping).set('s', 'value', 1000)).not.toThrow()
  })
})

describe('headerCookies', () => {
  it('reads the first of several cookies with a name, with everything after the first equals sign', () => {
    const jar = headerCookies('a=1; b=x=y;c=; a=2; broken')
    expect([jar.get('a'), jar.get('b'), jar.get('c'), jar.get('broken'), jar.get('d')]).toEqual([
      '1',
      'x=y',
      '',
      undefined,
      undefined,
    ])
  })

  it('has one header for each cookie that is set, the last one of each', () => {
    const jar = headerCookies(null)
    const attributes = { path: '/', sameSite: 'lax', secure: true, httpOnly: true, maxAge: 1 } as const
    jar.set('a', '1', attributes)
    jar.set('b', '2', attributes)
    jar.set('a', '3', attributes)
    expect(jar.setCookies).toEqual([
      'a=3; Path=/; Max-Age=1; SameSite=lax; Secure; HttpOnly',
      'b=2; Path=/; Max-Age=1; SameSite=lax; Secure; HttpOnly',
    ])
    expect(jar.get('a')).toBe('3')
  })
})

describe('documentCookies', () => {
  it('never asks for httpOnly, which a page cannot set', () => {
    const written: string[] = []
    vi.stubGlobal('document', {
      get cookie() {
        return ''
      },
      set cookie(line: string) {
        written.push(line)
      },
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    const attributes = { path: '/', sameSite: 'lax', secure: true, httpOnly: true, maxAge: 1 } as const
    documentCookies().set?.('a', '1', attributes)
    expect(written).toEqual(['a=1; Path=/; Max-Age=1; SameSite=lax; Secure'])
  })
})
