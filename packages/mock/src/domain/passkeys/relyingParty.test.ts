import { describe, expect, it } from 'vitest'
import { createTestWorld } from '../../../test/support/world.ts'
import { defaultIds } from '../../world/seedDefaults.ts'
import { transact } from '../../world/world.ts'
import { createOrigin } from '../sites/origins.ts'
import { isOriginOf, relyingPartyId } from './relyingParty.ts'

const environmentId = defaultIds.sandbox

/** The relying party that is found where an environment lists these origins. */
function rpIdOf(
  origins: readonly string[],
  { origin, relatedOriginRpId }: { origin?: string; relatedOriginRpId?: string } = {},
) {
  return transact(createTestWorld(), (backend) => {
    for (const origin of origins) createOrigin(backend, environmentId, origin)
    return relyingPartyId(backend, environmentId, { request: { origin }, relatedOriginRpId })
  })
}

function fits(origins: readonly string[], input: { origin: string; rpId: string }) {
  return transact(createTestWorld(), (backend) => {
    for (const origin of origins) createOrigin(backend, environmentId, origin)
    return isOriginOf(backend, environmentId, input)
  })
}

describe('relyingPartyId', () => {
  it('is the host of the page, without its port', () => {
    expect(rpIdOf([], { origin: 'https://app.example.com' })).toBe('app.example.com')
    expect(rpIdOf([], { origin: 'http://localhost:5173' })).toBe('localhost')
  })

  it('is the host of the first listed origin if the page is unknown, or else that of the service', () => {
    expect(rpIdOf([])).toBe('api.latchkey.test')
    expect(rpIdOf(['https://*.wild.example.com'])).toBe('api.latchkey.test')
    expect(rpIdOf(['https://*.wild.example.com', 'https://first.example.com:8443', 'https://second.example.com'])).toBe(
      'first.example.com',
    )
    expect(rpIdOf(['http://localhost:*'])).toBe('localhost')
  })

  it('may be a parent domain, or the host of a listed origin', () => {
    const origin = 'https://a.b.example.com'
    for (const relatedOriginRpId of ['a.b.example.com', 'b.example.com', 'example.com', 'EXAMPLE.com']) {
      expect(rpIdOf([], { origin, relatedOriginRpId })).toBe(relatedOriginRpId.toLowerCase())
    }
    expect(rpIdOf(['https://example.org', origin], { origin, relatedOriginRpId: 'example.org' })).toBe('example.org')
  })

  it('is no other domain than these', () => {
    const origin = 'https://a.b.example.com'
    for (const relatedOriginRpId of [
      '',
      'com',
      '.com',
      'ample.com',
      '.example.com',
      'example.com.',
      'x.a.b.example.com',
      'example.org',
      'a.b.example.com:443',
      'https://example.com',
    ]) {
      expect(() => rpIdOf([], { origin, relatedOriginRpId }), relatedOriginRpId).toThrow(
        expect.objectContaining({ key: 'badRequest' }),
      )
    }
    expect(() => rpIdOf([origin, 'https://*.example.org'], { origin, relatedOriginRpId: 'app.example.org' })).toThrow(
      expect.objectContaining({ key: 'badRequest' }),
    )
  })

  it('refuses pages that are not allowed, and origins that are not a page', () => {
    expect(() => rpIdOf(['https://app.example.com'], { origin: 'https://evil.example.net' })).toThrow(
      expect.objectContaining({ key: 'badRequest' }),
    )
    const noOrigins = [
      'null',
      'app.example.com',
      'chrome-extension://abcdefghijklmnop',
      'https://',
      'https://u@app.example.com',
      'https://u:p@app.example.com',
      'https://app.example.com/',
      'https://app.example.com?a',
      'https://app.example.com#a',
      'https://app.example.com:443',
      'https://APP.example.com',
      'https://*.example.com',
      'https://app.example.com\\a',
    ]
    for (const origin of noOrigins) {
      expect(() => rpIdOf([], { origin }), origin).toThrow(expect.objectContaining({ key: 'badRequest' }))
    }
  })
})

describe('isOriginOf', () => {
  it('accepts the pages of a domain and of the domains below', () => {
    for (const origin of ['https://example.com', 'https://app.example.com', 'https://example.com:8443'])
      expect(fits([], { origin, rpId: 'example.com' }), origin).toBe(true)
    for (const origin of [
      'https://ample.com',
      'https://notexample.com',
      'https://com',
      'null',
      'https://example.com/',
      'https://u@example.com',
    ])
      expect(fits([], { origin, rpId: 'example.com' }), origin).toBe(false)
  })

  it('accepts another site only if both are listed', () => {
    const related = { origin: 'https://example.org', rpId: 'example.com' }
    expect(fits([], related)).toBe(false)
    expect(fits(['https://example.org'], related)).toBe(false)
    expect(fits(['https://example.com'], related)).toBe(false)
    expect(fits(['https://example.com', 'https://example.org'], related)).toBe(true)
  })

  it('accepts an app of Android, which the system lets ask for the passkeys of its site only', () => {
    const app = `android:apk-key-hash:${'k7G0x_-w'.repeat(5)}abc`
    for (const origins of [[], ['https://example.com']])
      expect(fits(origins, { origin: app, rpId: 'example.com' })).toBe(true)
    for (const origin of [
      app.slice(0, -1),
      `${app}a`,
      app.replace('android', 'ios'),
      `${app}\n`,
      'android:apk-key-hash:',
    ])
      expect(fits([], { origin, rpId: 'example.com' }), origin).toBe(false)
  })

  it('refuses a page of the domain that the environment does not allow', () => {
    expect(fits(['https://app.example.com'], { origin: 'https://old.example.com', rpId: 'example.com' })).toBe(false)
  })
})
