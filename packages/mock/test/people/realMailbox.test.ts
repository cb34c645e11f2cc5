import { afterEach, describe, expect, it, vi } from 'vitest'
import { createMock, type Mock, type MockOptions } from '../../src/mock/createMock.ts'
import { createMailServers } from '../support/mailServer.ts'

const startServer = createMailServers()
const mocks: Mock[] = []
afterEach(() => {
  for (const mock of mocks.splice(0)) mock.close()
})

function createSender(options: MockOptions = {}): Mock {
  const mock = createMock({ now: '2026-01-15T09:30:00.000Z', ...options })
  mocks.push(mock)
  return mock
}

const address = 'ada@example.com'
/** Asks for a code by e-mail. */
async function askForCode(mock: Mock, email = address, headers: Record<string, string> = {}): Promise<number> {
  const { id } = mock.defaults.environments.sandbox
  const response = await mock.fetch(`${mock.baseUrl}/api/v0/sdk/${id}/emailVerifications/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email }),
  })
  return response.status
}

const deliveryOf = (mock: Mock, email = address) => mock.outbox.email.last(email)?.delivery
const untilDelivered = (mock: Mock, email = address) =>
  expect.poll(() => deliveryOf(mock, email)?.status).toBe('delivered')

describe('a mock with a real mailbox', () => {
  it('sends each mail there as text and as HTML, with its link, and keeps its copy', async () => {
    const server = await startServer()
    const mock = createSender({ smtp: server.url })
    await mock.create.origin('https://shop.example.com')
    await mock.settings.patch({ general: { emailCompanyName: 'Käse & Söhne' } })
    expect(await askForCode(mock, address, { origin: 'https://shop.example.com' })).toBe(201)
    await untilDelivered(mock)
    const [mail] = server.mails
    const message = mock.outbox.email.last(address)
    const link = String(message?.link)
    expect(link).toContain('https://shop.example.com/#verificationUUID=')
    expect(server.addressees).toEqual([[address]])
    expect(mail?.from?.value).toEqual([{ name: 'Käse & Söhne', address: 'no-reply@api.latchkey.test' }])
    expect(mail?.to).toMatchObject({ value: [{ address }] })
    expect(mail?.subject).toBe('Sign in to Käse & Söhne')
    expect(mail?.text?.trim()).toBe(message?.text)
    expect(mail?.html).toContain(`<a href="${link.replaceAll('&', '&amp;')}">`)
    expect(mail?.html).toContain(`>${message?.code}</p>`)
    expect(mail?.date).toEqual(new Date('2026-01-15T09:30:00.000Z'))
    expect(mail?.messageId).toBe(`<${message?.id}@api.latchkey.test>`)
    expect(message?.delivery).toEqual({
      status: 'delivered',
      attempts: 1,
      reply: expect.stringContaining('taken as 1'),
      mailId: mail?.messageId,
    })
  })

  it('leads from the mail to its own inspector', async () => {
    const server = await startServer()
    const mock = createSender({ smtp: server.url, baseUrl: 'http://127.0.0.1:4010' })
    await askForCode(mock)
    await untilDelivered(mock)
    expect(server.mails[0]?.html).toContain('href="http://127.0.0.1:4010/__mock/#/inbox?to=ada%40example.com"')
    expect(server.mails[0]?.from?.text).toContain('no-reply@latchkey.test')
  })

  it('answers before the mail has gone, and gives the same bytes as without a mailbox', async () => {
    let greet: (() => void) | undefined
    const server = await startServer({ onConnect: (_, callback) => void (greet = callback) })
    const [mock, plain] = [createSender({ smtp: server.url }), createSender()]
    expect(await askForCode(mock)).toBe(await askForCode(plain))
    const { delivery, ...message } = mock.outbox.email.last(address) ?? {}
    expect(delivery).toEqual({ status: 'waiting', attempts: 0 })
    expect(message).toEqual(plain.outbox.email.last(address))
    expect(mock.export()).toEqual(plain.export())
    await expect.poll(() => greet).toBeDefined()
    expect(deliveryOf(mock)).toEqual(delivery)
    greet?.()
    await untilDelivered(mock)
  })

  it('sends nothing for a request that was undone', async () => {
    const server = await startServer()
    const onError = () => undefined
    const mock = createSender({ smtp: server.url, onError })
    const remove = mock.override('emailSignIn.create', async (_, next) => {
      await next()
      throw new Error('after the mail')
    })
    expect(await askForCode(mock, 'lost@example.com')).toBe(500)
    remove()
    await askForCode(mock)
    await untilDelivered(mock)
    expect(server.addressees).toEqual([[address]])
  })

  it('shows the reply of a server that refuses the addressee, and does not ask it again', async () => {
    const server = await startServer({
      onRcptTo: ({ address: to }, _, callback) =>
        callback(to === address ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null),
    })
    const mock = createSender({ smtp: server.url })
    expect(await askForCode(mock)).toBe(201)
    await askForCode(mock, 'grace@example.com')
    await untilDelivered(mock, 'grace@example.com')
    await expect.poll(() => deliveryOf(mock)?.status).toBe('refused')
    expect(deliveryOf(mock)).toEqual({ status: 'refused', attempts: 1, reply: expect.stringContaining('550') })
    expect(deliveryOf(mock)?.reply).toContain('No such mailbox')
    expect(server.connections).toBe(2)
  })

  it('waits for a server that is down, and sends the mail when it is up', async () => {
    const first = await startServer()
    await first.stop()
    const mock = createSender({ smtp: first.url })
    expect(await askForCode(mock)).toBe(201)
    await expect.poll(() => deliveryOf(mock)?.attempts).toBe(1)
    expect(deliveryOf(mock)).toMatchObject({ status: 'waiting', reply: expect.stringContaining('ECONNREFUSED') })
    const second = await startServer({}, first.port)
    await untilDelivered(mock)
    expect(second.mails).toHaveLength(1)
  })

  it('comes again to a server that asks for it', async () => {
    let attempts = 0
    const server = await startServer({
      onMailFrom(_, __, callback) {
        attempts += 1
        callback(attempts === 1 ? Object.assign(new Error('Greylisted'), { responseCode: 451 }) : null)
      },
      onRcptTo: (_, __, callback) =>
        callback(attempts === 2 ? Object.assign(new Error('Closing'), { responseCode: 421 }) : null),
    })
    const mock = createSender({ smtp: server.url })
    await askForCode(mock)
    await expect.poll(() => deliveryOf(mock)?.reply).toContain('451')
    await expect.poll(() => deliveryOf(mock)?.reply).toContain('421')
    await untilDelivered(mock)
    expect(deliveryOf(mock)?.attempts).toBe(3)
    expect(server.mails).toHaveLength(1)
  })

  it('comes again to a server that hangs up midway', async () => {
    let attempts = 0
    const server = await startServer({
      onData(stream, session, callback) {
        attempts += 1
        if (attempts === 1) return void server.hangUp()
        stream.resume()
        stream.on('end', () => callback(null))
      },
    })
    const mock = createSender({ smtp: server.url })
    await askForCode(mock)
    await expect.poll(() => deliveryOf(mock)?.attempts).toBe(1)
    expect(deliveryOf(mock)?.status).toBe('waiting')
    await untilDelivered(mock)
    expect(attempts).toBe(2)
  })

  it('ends its connection when it is closed, and sends nothing afterwards', async () => {
    const server = await startServer({ onMailFrom: () => undefined })
    const mock = createSender({ smtp: server.url })
    await askForCode(mock)
    await expect.poll(() => server.connections).toBe(1)
    mock.close()
    // Sooner than the ten seconds that a server may take.
    await expect.poll(() => server.open()).toBe(0)
    await askForCode(mock, 'grace@example.com')
    expect(deliveryOf(mock, 'grace@example.com')).toBeUndefined()
    expect(server.connections).toBe(1)
  })

  it('logs in by the credentials of the URL, and shows them nowhere', async () => {
    const server = await startServer({
      authOptional: false,
      onAuth({ username, password }, _, callback) {
        if (username === 'shop' && password === 'p@ss word') return callback(null, { user: username })
        callback(Object.assign(new Error(`No such login: ${username} ${password}`), { responseCode: 535 }))
      },
    })
    const withLogin = (login: string) => server.url.replace('//', `//${login}@`)
    const mock = createSender({ smtp: withLogin('shop:p%40ss%20word') })
    await askForCode(mock)
    await untilDelivered(mock)
    await mock.outbox.email.attach(withLogin('shop:an0ther'))
    await askForCode(mock, 'grace@example.com')
    await expect.poll(() => deliveryOf(mock, 'grace@example.com')?.status).toBe('refused')
    expect(deliveryOf(mock, 'grace@example.com')?.reply).toContain('535')
    const shown = JSON.stringify([mock.outbox.email.list(), mock.outbox.email.attached(), mock.journal.list()])
    expect(shown).toContain(server.url)
    expect(shown).not.toMatch(/an0ther|p@ss/)
  })

  it('goes over to TLS where the server offers it, and begins with it by smtps', async () => {
    for (const [scheme, options] of Object.entries({ smtp: { hideSTARTTLS: false }, smtps: { secure: true } })) {
      const ciphers: unknown[] = []
      // The server warns that everybody has the key of its certificate.
      vi.mocked(console.error).mockImplementationOnce(() => undefined)
      const server = await startServer({
        ...options,
        onMailFrom(_, { tlsOptions }, callback) {
          ciphers.push(typeof tlsOptions === 'object' && tlsOptions.name)
          callback()
        },
      })
      const url = `${scheme}://127.0.0.1:${server.port}`
      const mock = createSender({ smtp: url })
      await askForCode(mock)
      // The certificate is nobody's.
      await expect.poll(() => deliveryOf(mock)?.reply).toMatch(/certificate/)
      await mock.outbox.email.attach(`${url}?tls.rejectUnauthorized=false`)
      await untilDelivered(mock)
      expect(ciphers).toEqual([expect.stringContaining('TLS')])
    }
  })

  it('sends by the address that the URL names', async () => {
    const server = await startServer()
    const mock = createSender({ smtp: `${server.url}?from=hello@shop.example.com` })
    await askForCode(mock)
    await untilDelivered(mock)
    expect(server.mails[0]?.from?.value[0]?.address).toBe('hello@shop.example.com')
  })

  it('shares the mailbox with its forks, each of which sends what it sends itself', async () => {
    const server = await startServer()
    const mock = createSender({ smtp: server.url })
    await askForCode(mock)
    await untilDelivered(mock)
    const fork = mock.fork()
    mocks.push(fork)
    mock.close()
    expect(deliveryOf(fork)?.status).toBe('delivered')
    await askForCode(fork, 'grace@example.com')
    await untilDelivered(fork, 'grace@example.com')
    expect(fork.outbox.email.detach()).toBe(true)
    expect(mock.outbox.email.attached()).toEqual({ name: 'mail', origin: server.url })
    await askForCode(fork, 'alan@example.com')
    expect(deliveryOf(fork, 'alan@example.com')).toBeUndefined()
    expect(server.addressees).toEqual([[address], ['grace@example.com']])
  })
})

describe('the URL of a mailbox', () => {
  it.each([
    ['http://127.0.0.1:1025', 'write an absolute URL that begins with smtp:// or smtps://.'],
    ['127.0.0.1:1025', 'write an absolute URL'],
    ['smtp://', 'names no host'],
    ['smtp://127.0.0.1/inbox', 'an SMTP server has no path'],
    ['smtp://127.0.0.1?pool=true', 'takes only "from" and "tls.rejectUnauthorized"'],
    ['smtp://127.0.0.1?from=a@b.example,c@d.example', 'from takes an e-mail address'],
    ['smtp://127.0.0.1?tls.rejectUnauthorized=maybe', 'takes true or false'],
    ['smtp://shop:100%@127.0.0.1', 'percent-encoded'],
  ])('is refused as %s', async (url, sentence) => {
    expect(() => createMock({ smtp: url })).toThrow(sentence)
    const refusal = await createSender()
      .outbox.email.attach(url)
      .catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(TypeError)
    expect(String(refusal)).not.toMatch(/100|inbox|b\.example/)
  })
})
