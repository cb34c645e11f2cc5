import { createStore } from '@latchkey/store/store'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tables } from '../../store/tables.ts'
import { canonicalDeeplinkPattern, canonicalOriginPattern } from './originPatterns.ts'
import { isAllowedOrigin, isAllowedRedirect } from './origins.ts'

const environmentId = 'environment'

function environment({ origins = [], deeplinks = [] }: { origins?: string[]; deeplinks?: string[] }) {
  const store = createStore(tables)
  store.transaction((tx) => {
    const createdAt = '2026-01-15T09:30:00.000Z'
    origins.forEach((text, i) =>
      tx.origins.insert({ id: `o${i}`, createdAt, environmentId, origin: canonicalOriginPattern(text) }),
    )
    deeplinks.forEach((text, i) =>
      tx.deeplinkUrls.insert({ id: `d${i}`, createdAt, environmentId, url: canonicalDeeplinkPattern(text) }),
    )
  })
  const source = { store: store.reader }
  return {
    allows: (origin: string) => isAllowedOrigin(source, environmentId, origin),
    redirects: (url: string) => isAllowedRedirect(source, environmentId, url),
  }
}

// Not a Punycode label, most of which mean nothing.
const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?$/).filter((text) => !text.startsWith('xn--'))
const wild = environment({ origins: ['https://*.example.com'], deeplinks: ['exampleapp://callback'] })

/** Parts of addresses that parsers may read in different ways. */
const urlPieces = 'https:// a . example.com @ : / \\ # ? %2e * 443 evil.test É 。'.split(' ').concat('\t')

describe('canonicalOriginPattern', () => {
  it.each([
    ['https://app.example.com', 'https://app.example.com'],
    ['HTTPS://App.Example.COM', 'https://app.example.com'],
    ['https://app.example.com:443', 'https://app.example.com'],
    ['http://app.example.com:80', 'http://app.example.com'],
    ['https://app.example.com:80', 'https://app.example.com:80'],
    ['https://*.example.com', 'https://*.example.com'],
    ['http://*.localhost:3000', 'http://*.localhost:3000'],
    ['http://localhost:*', 'http://localhost:*'],
    ['chrome-extension://abcdefghijklmnop', 'chrome-extension://abcdefghijklmnop'],
  ])('stores the origin %s as %s', (text, canonical) => {
    expect(canonicalOriginPattern(text)).toBe(canonical)
  })

  it.each([
    'https://ex*mple.com',
    'https://a.*.com',
    'https://*.com',
    'https://*',
    'https://*app.example.com',
    'https://app.example.com:*',
    'https://app.example.com:4*',
    'https://*.0.0.1',
    'moz-extension://*',
  ])('refuses the wildcard of the origin %s', (text) => {
    expect(canonicalOriginPattern(text)).toBe('wildcard')
  })

  it.each([
    'https://',
    'https://..',
    'https://app..example.com',
    'https://app.example.com.',
    'https://-app.example.com',
    'https://app.example.com:99999',
    'https://app.example.com/',
    'https://app.example.com/path',
    'https://user@example.com',
    'https://0x7f.1',
    'https://127.1',
    'ftp://example.com',
    'https://example.com:',
    'https://exämple.com',
    'https://%61.example.com',
  ])('refuses %s, which no browser sends', (text) => {
    expect(canonicalOriginPattern(text)).toBe('malformed')
  })
})

describe('isAllowedOrigin', () => {
  it('allows every origin while none is listed', () => {
    expect(environment({}).allows('https://anything.example')).toBe(true)
  })

  it('matches any label with the wildcard', () => {
    fc.assert(
      fc.property(label, (subdomain) => void expect(wild.allows(`https://${subdomain}.example.com`)).toBe(true)),
    )
  })

  it('matches exactly one label with the wildcard', () => {
    expect(wild.allows('https://example.com')).toBe(false)
    expect(wild.allows('https://.example.com')).toBe(false)
    fc.assert(
      fc.property(
        label,
        label,
        (first, second) => void expect(wild.allows(`https://${first}.${second}.example.com`)).toBe(false),
      ),
    )
  })

  it('distinguishes schemes and ports', () => {
    fc.assert(
      fc.property(label, fc.integer({ min: 1, max: 65_535 }), (subdomain, port) => {
        expect(wild.allows(`http://${subdomain}.example.com`)).toBe(false)
        expect(wild.allows(`https://${subdomain}.example.com:${port}`)).toBe(false)
      }),
    )
  })

  it('allows any port of localhost if the pattern says so, and no other host', () => {
    const local = environment({ origins: ['http://localhost:*'] })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 65_535 }), label, (port, subdomain) => {
        expect(local.allows(`http://localhost:${port}`)).toBe(port !== 80)
        expect(local.allows(`http://${subdomain}.localhost:${port}`)).toBe(false)
      }),
    )
    expect(local.allows('http://localhost')).toBe(true)
  })

  it.each([
    'null',
    '',
    '*',
    'https://*.example.com',
    'https://a.example.com.',
    'https://A.example.com',
    'https://a.example.com/',
    'https://a.example.com/x',
    'https://a.example.com?x',
    'https://a.example.com#x',
    'https://a.example.com@evil.test',
    'https://user@a.example.com',
    'https://evil.test/.example.com',
    'https://evil.test?.example.com',
    'https://evil.test#.example.com',
    'https://evil.test\\.example.com',
    'https://a%2eb.example.com',
    'https://a_b.example.com.evil.test',
    'https://aexample.com',
    'https://a.example.com:443',
    'https://a\u3002example.com',
    'https://ａ.example.com',
    'https://a.example.com\n',
    ' https://a.example.com',
    'https:a.example.com',
    'https:/a.example.com',
    'https:\\\\a.example.com',
  ])('does not allow calls from %j', (origin) => {
    expect(wild.allows(origin)).toBe(false)
  })

  it('allows only hosts below the pattern by the URL standard, for any text', () => {
    const piece = fc.constantFrom(...urlPieces, 'http://', '[::1]')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const origin = pieces.join('')
        if (!wild.allows(origin)) return
        expect(new URL(origin).origin).toBe(origin)
        expect(new URL(origin).hostname).toMatch(/^[^.]+\.example\.com$/)
      }),
      { numRuns: 2_000, examples: [[['https://', 'a', '.', 'example.com']]] },
    )
  })
})

describe('isAllowedRedirect', () => {
  it.each([
    'https://a.example.com',
    'https://a.example.com/back?x=1#y',
    'https://A.Example.com/',
    'exampleapp://callback',
    'exampleapp://callback?code=1',
    'EXAMPLEAPP://callback',
  ])('allows %s', (url) => expect(wild.redirects(url)).toBe(true))

  it.each([
    'https://example.com',
    'https://a.b.example.com',
    'https://user:pw@a.example.com/',
    'https://a.example.com@evil.test/',
    'https://a.example.com\\@evil.test/',
    'https://a.example.com\t/',
    'https://a.example.com /x',
    '//a.example.com',
    '/path',
    'https:a.example.com',
    'exampleapp://callback/more',
    'exampleapp://Callback',
    'exampleapp://callback.evil',
    'otherapp://callback',
    'exampleapp:callback',
    'javascript://a.example.com/%0aalert(1)',
    'https://é.example.com/',
    'https://%61.example.com/',
    'https://a.example.com:444/',
    'https://*.example.com/',
  ])('does not allow a redirect to %j', (url) => {
    expect(wild.redirects(url)).toBe(false)
  })

  it('allows everything except code and files while nothing is listed', () => {
    const open = environment({})
    for (const url of ['https://anything.example/x', 'http://localhost:3000/', 'someapp://x'])
      expect(open.redirects(url), url).toBe(true)
    for (const url of [
      'javascript://x/%0aalert(1)',
      'data://text',
      'file:///etc/passwd',
      'blob:https://a',
      'https://u@b.example/',
    ])
      expect(open.redirects(url), url).toBe(false)
  })

  it('compares path and query of a deep link, and the query only if there is one', () => {
    const { redirects } = environment({ deeplinks: ['https://*.example.com/return', 'exampleapp://x?tenant=1'] })
    expect(redirects('https://a.example.com/return')).toBe(true)
    expect(redirects('https://a.example.com/return?code=1')).toBe(true)
    expect(redirects('exampleapp://x?tenant=1')).toBe(true)
    for (const url of [
      'https://a.example.com/',
      'https://a.example.com/return/',
      'https://a.example.com/x/../return',
      'exampleapp://x',
      'exampleapp://x?tenant=2',
    ]) {
      expect(redirects(url), url).toBe(false)
    }
  })

  it('never redirects to a host that is not allowed, for any text', () => {
    const piece = fc.constantFrom(...urlPieces, ' ', 'exampleapp://', 'callback')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const url = pieces.join('')
        if (!wild.redirects(url)) return
        const { protocol, hostname, username, password } = new URL(url)
        expect(username + password).toBe('')
        if (protocol === 'https:') expect(hostname).toMatch(/^[^.]+\.example\.com$/)
        else expect(`${protocol}//${hostname}`).toBe('exampleapp://callback')
      }),
      {
        numRuns: 2_000,
        examples: [[['https://', 'a', '.', 'example.com', '/']], [['exampleapp://', 'callback', '?']]],
      },
    )
  })
})

describe('canonicalDeeplinkPattern', () => {
  it.each([
    ['https://A.Example.com/Return', 'https://a.example.com/Return'],
    ['ExampleApp://Host/Path?q=1', 'exampleapp://Host/Path?q=1'],
    ['exampleapp://callback/', 'exampleapp://callback'],
    ['exampleapp://*.a.b', 'exampleapp://*.a.b'],
  ])('stores the deep link %s as %s', (text, canonical) => expect(canonicalDeeplinkPattern(text)).toBe(canonical))
  it.each(['https://ex*mple.com', 'https://a.*.com', 'https://a.example.com/*', 'exampleapp://*', 'exampleapp://a:*'])(
    'refuses the wildcard of the deep link %s',
    (text) => {
      expect(canonicalDeeplinkPattern(text)).toBe('wildcard')
    },
  )
  it.each(['javascript://x', 'data://x', 'file://x', 'https://', 'https://a..b', 'nothing'])('refuses %s', (text) => {
    expect(canonicalDeeplinkPattern(text)).toBe('malformed')
  })
})
