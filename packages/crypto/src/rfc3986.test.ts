import { describe, expect, it } from 'vitest'
import { isPathSegment, isUri, isUriAuthority, isUriScheme } from './rfc3986.ts'

const unreserved = 'abcXYZ0189-._~'
const escapes = '%00%fF'
const subDelimiters = "!$&'()*+,;="

describe('isUriScheme', () => {
  it.each(['https', 'z39.50r', 'a+b-c.d', 'X'])('accepts %j as a scheme', (text) =>
    expect(isUriScheme(text)).toBe(true),
  )
  it.each(['', '1a', 'a:', 'a b', 'a_b', 'ä', 'https\n'])('refuses %j as a scheme', (text) =>
    expect(isUriScheme(text)).toBe(false),
  )
})

describe('isUriAuthority', () => {
  it.each([
    'example.com',
    'example.com:',
    'localhost:8080',
    'test@127.0.0.1:8080',
    'a:b@c',
    ':b@c',
    '@c',
    `${unreserved}${subDelimiters}${escapes}`,
    '1.2.3.4.5',
    '256.1.1.1',
    `[v1F.${unreserved}${subDelimiters}:]`,
    '[::]',
    '[::1]:80',
    '[1:2:3:4:5:6:7:8]',
    '[1:2:3:4:5:6:1.2.3.4]',
    '[1:2:3:4:5:6:7::]',
    '[::2:3:4:5:6:7:8]',
    '[1::8]',
    '[::ffff:255.249.199.9]',
    '[1:2:3:4:5::1.2.3.4]',
    '[FE80::1]',
  ])('accepts %j as an authority', (text) => expect(isUriAuthority(text)).toBe(true))

  it.each([
    '',
    ':80',
    'user@',
    'user@:80',
    'a@b@c',
    'a/b',
    'a?b',
    'a#b',
    'a b',
    'a:b',
    'a:1:2',
    'exämple.com',
    '%',
    '%0',
    '%0g',
    'a\n',
    'a\\b',
    '[]',
    '[::1',
    '::1',
    '[::1]a',
    '[v.a]',
    '[v1.]',
    '[xv1.a]',
    '[v1.a b]',
    '[vg.a]',
    '[1:2:3:4:5:6:7]',
    '[1:2:3:4:5:6:7:8:9]',
    '[1:2:3:4:5:6:7:8::]',
    '[1:2:3:4::5:6:7:8]',
    '[1::2::3]',
    '[:::]',
    '[:1::]',
    '[12345::]',
    '[g::]',
    '[1:2:3:4:5:6:7:1.2.3.4]',
    '[1:g:3:4:5:6:1.2.3.4]',
    '[1:2:3:4:5:6::1.2.3.4]',
    '[::1.2.3]',
    '[::1.2.3.256]',
    '[::01.2.3.4]',
    '[::1.2.3.4:5]',
    '[1.2.3.4::]',
    '[1.2.3.4]',
    '[fe80::1%25en0]',
  ])('refuses %j as an authority', (text) => expect(isUriAuthority(text)).toBe(false))
})

describe('isUri', () => {
  it.each([
    'https://example.com',
    'https://u:p@example.com:8443/a/b;c=1/?q=/?#f/?',
    'https://[::cafe]',
    'uri://',
    'file:///etc/hosts',
    'urn:isbn:0451450523',
    'mailto:ada@example.com',
    'a:',
    'a:/',
    'a:/b//c',
    'a:?',
    'a:#',
    'ipfs://Qme7ss3ARVgxv6rXqVPiikMJ8u2NLgmgszg13pYrDKEoiu',
    `x://h/${unreserved}${subDelimiters}${escapes}:@?${subDelimiters}:@/?${escapes}#${subDelimiters}:@/?${escapes}`,
  ])('accepts %j as a URI', (text) => expect(isUri(text)).toBe(true))

  it.each([
    '',
    'example.com',
    '//example.com',
    '/path',
    ':not_a_uri',
    '://h',
    '1a:b',
    'a b:c',
    'https://exa mple.com',
    'https://h/a b',
    'https://h/%',
    'https://h/%zz',
    'https://h/<a>',
    'https://h/a|b',
    'https://h/a^b',
    'https://h/`',
    'https://h/"',
    'https://h/{a}',
    'https://h/a\\b',
    'https://h/[a]',
    'https://h?[',
    'https://h#a#b',
    'https://h#[',
    'https://h:port',
    'https://[::1',
    'https://[::0.0.0.256]/p',
    'https://[1:2:3]/',
    'https://a@b@c/',
    'https://h\n',
    'https://exämple.com/',
    'https://h/ä',
  ])('refuses %j as a URI', (text) => expect(isUri(text)).toBe(false))
})

describe('isPathSegment', () => {
  it.each(['', 'some_id', `${unreserved}${subDelimiters}${escapes}:@`])('accepts %j as a path segment', (text) =>
    expect(isPathSegment(text)).toBe(true),
  )
  it.each(['a/b', 'a b', 'a?b', 'a#b', '[', '%', '%a', '^', '`', '|', 'ä', 'a\n'])(
    'refuses %j as a path segment',
    (text) => expect(isPathSegment(text)).toBe(false),
  )
})
