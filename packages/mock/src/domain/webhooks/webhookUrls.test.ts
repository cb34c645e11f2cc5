import { describe, expect, it } from 'vitest'
import { assertWebhookUrl, isDeliverable } from './webhookUrls.ts'

const none: ReadonlySet<string> = new Set()

const accepts = (url: string, allowPrivate = false, hosts = none) => {
  try {
    assertWebhookUrl(url, { allowPrivate, hosts })
    return true
  } catch {
    return false
  }
}

describe('assertWebhookUrl', () => {
  it.each([
    'https://hooks.example.com/identity',
    'https://93.184.216.34/',
    'https://[2606:2800:220:1:248:1893:25c8:1946]/',
  ])('accepts %s', (url) => {
    expect(accepts(url)).toBe(true)
  })

  it.each(['http://localhost:3000/hook', 'http://127.0.0.1:8080/', 'http://127.9.9.9/', 'http://[::1]:9000/hook'])(
    'accepts loopback over http for tests: %s',
    (url) => {
      expect(accepts(url)).toBe(true)
    },
  )

  it.each([
    ['http://127.0.0.1:99999/', 'This is not a URL: 99999 is not a port, which is a number up to 65535.'],
    ['http://127.0.0.1:65536', 'This is not a URL: 65536 is not a port, which is a number up to 65535.'],
    ['http://127.0.0.999:80/', 'This is not a URL.'],
  ])('says of %s that it is no URL', (url, message) => {
    expect(() => assertWebhookUrl(url, { allowPrivate: false, hosts: none })).toThrow(message)
    expect(accepts('http://127.0.0.1:65535/')).toBe(true)
  })

  it.each([
    ['plain http', 'http://hooks.example.com/'],
    ['another scheme', 'ftp://hooks.example.com/'],
    ['a topic', 'arn:aws:sns:eu-west-1:123456789012:topic'],
    ['no URL at all', 'hooks.example.com'],
    ['a user name', 'https://user@hooks.example.com/'],
    ['a password', 'https://:secret@hooks.example.com/'],
    ['a private network', 'https://10.1.2.3/'],
    ['another private network', 'https://172.16.0.1/'],
    ['a home network', 'https://192.168.1.1/'],
    ['link-local', 'https://169.254.1.1/'],
    ["a cloud's metadata address", 'https://169.254.169.254/latest/meta-data'],
    ["a cloud's metadata name", 'https://metadata.google.internal/'],
    ['carrier-grade NAT', 'https://100.64.0.1/'],
    ['this network', 'https://0.0.0.0/'],
    ['broadcast', 'https://255.255.255.255/'],
    ['multicast', 'https://224.0.0.1/'],
    ['documentation', 'https://192.0.2.1/'],
    ['a decimal spelling', 'https://167838211/'],
    ['an octal spelling', 'https://012.1.2.3/'],
    ['a hexadecimal spelling', 'https://0x0a010203/'],
    ['a short spelling', 'https://10.66051/'],
    ['full-width digits', 'https://１０.1.2.3/'],
    ['unique local IPv6', 'https://[fd00::1]/'],
    ['link-local IPv6', 'https://[fe80::1]/'],
    ['unspecified IPv6', 'https://[::]/'],
    ['IPv4-mapped IPv6', 'https://[::ffff:10.1.2.3]/'],
    ['IPv4-mapped IPv6 in hexadecimal', 'https://[::ffff:a01:203]/'],
    ['IPv4-compatible IPv6', 'https://[::a01:203]/'],
    ['NAT64', 'https://[64:ff9b::a01:203]/'],
    ['6to4', 'https://[2002:a01:203::1]/'],
    ['loopback over https', 'https://127.0.0.1/'],
    ['a name of one label', 'https://intranet/'],
    ['a name of the local network', 'https://printer.local/'],
    ['a name under localhost', 'https://app.localhost/'],
    ['a final dot behind a private name', 'https://printer.local./'],
  ])('refuses %s', (_, url) => {
    expect(accepts(url)).toBe(false)
  })

  it.each(['https://10.1.2.3/', 'http://192.168.1.1:8080/hook', 'https://printer.local/'])(
    'accepts %s where private addresses are allowed',
    (url) => {
      expect(accepts(url, true)).toBe(true)
    },
  )

  it.each(['http://hooks.example.com/', 'https://user@10.1.2.3/', 'ftp://10.1.2.3/'])(
    'refuses %s even where private addresses are allowed',
    (url) => {
      expect(accepts(url, true)).toBe(false)
    },
  )

  it('accepts a host that was given, by http and on any port, and no other one', () => {
    const hosts = new Set(['app', 'my_app'])
    for (const url of ['http://app:3000/hooks', 'http://APP/', 'http://my_app:80/', 'https://app/'])
      expect([url, accepts(url, false, hosts)]).toEqual([url, true])
    for (const url of ['http://app.example.com/', 'http://other:3000/', 'http://user@app/', 'ftp://app/'])
      expect([url, accepts(url, false, hosts)]).toEqual([url, false])
  })

  it('refuses plain http by 400, and says how a host is given', () => {
    expect(() => assertWebhookUrl('http://app:3000/', { allowPrivate: false, hosts: none })).toThrow(
      expect.objectContaining({ status: 400, message: expect.stringContaining('`--webhook-host`') }),
    )
  })
})

const ownPort = 4010
const delivers = (url: string, address: string, allowPrivate = false) =>
  isDeliverable({ url: new URL(url), address }, { allowPrivate, hosts: none, ownPort })

describe('isDeliverable', () => {
  it.each([
    ['https://hooks.example.com/', '93.184.216.34'],
    ['https://hooks.example.com/', '2606:2800:220:1:248:1893:25c8:1946'],
    ['http://localhost:3000/', '127.0.0.1'],
    ['http://localhost:3000/', '::1'],
    ['http://localhost:3000/', '::ffff:127.0.0.1'],
  ])('allows %s to go to %s', (url, address) => {
    expect(delivers(url, address)).toBe(true)
  })

  it.each([
    ['127.0.0.1'],
    ['::1'],
    ['10.1.2.3'],
    ['192.168.1.1'],
    ['169.254.169.254'],
    ['100.64.0.1'],
    ['0.0.0.0'],
    ['::'],
    ['224.0.0.1'],
    ['255.255.255.255'],
    ['fd00::1'],
    ['fe80::1%eth0'],
    ['ff02::1'],
    ['::ffff:10.1.2.3'],
    ['::127.0.0.1'],
    ['64:ff9b::10.1.2.3'],
    ['2002:a01:203::1'],
    ['hooks.example.com'],
    [''],
  ])('does not allow a public name to resolve to %s', (address) => {
    expect(delivers('https://hooks.example.com/', address)).toBe(false)
  })

  it.each(['93.184.216.34', '10.1.2.3', '0.0.0.0'])('does not let plain http lead to %s', (address) => {
    expect(delivers('http://localhost:3000/', address)).toBe(false)
  })

  it.each(['10.1.2.3', '127.0.0.1', 'fd00::1', '93.184.216.34'])('lets all lead to %s on request', (address) => {
    expect(delivers('https://hooks.example.com/', address, true)).toBe(true)
    expect(delivers('http://192.168.1.1:8080/', address, true)).toBe(true)
  })

  it.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '0.0.0.0', '::', '::ffff:0.0.0.0'])(
    'never lets anything lead to its own port at %s',
    (address) => {
      for (const url of ['http://localhost:4010/', 'https://hooks.example.com:4010/']) {
        expect(delivers(url, address)).toBe(false)
        expect(delivers(url, address, true)).toBe(false)
      }
    },
  )

  it('lets a host that was given lead anywhere but to the own port', () => {
    const rules = { allowPrivate: false, hosts: new Set(['app']), ownPort }
    const leads = (url: string, address: string) => isDeliverable({ url: new URL(url), address }, rules)
    expect(leads('http://app:3000/hooks', '172.18.0.3')).toBe(true)
    expect(leads('http://other:3000/hooks', '172.18.0.3')).toBe(false)
    expect(leads('http://app:4010/', '127.0.0.1')).toBe(false)
  })

  it('recognises the default port if the URL leaves it out', () => {
    const toDefault = (url: string, port: number) =>
      isDeliverable({ url: new URL(url), address: '127.0.0.1' }, { allowPrivate: true, hosts: none, ownPort: port })
    expect([toDefault('http://localhost/', 80), toDefault('https://a.example/', 443)]).toEqual([false, false])
    expect([toDefault('http://localhost/', 443), toDefault('https://a.example/', 80)]).toEqual([true, true])
  })
})
