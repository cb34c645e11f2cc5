import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import axe, { type Result } from 'axe-core'
import type { Page } from 'playwright'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFakeNode } from '../support/fakeNode.ts'
import { createFakeProvider } from '../support/fakeProvider.ts'
import { createMailServers } from '../support/mailServer.ts'
import { createInspectorPage } from './inspectorPage.ts'
import { expectRefused } from './refusedFields.ts'

const inspector = createInspectorPage()
const node = createFakeNode()
const provider = createFakeProvider()
const startMail = createMailServers()

afterEach(() => {
  for (const { name } of inspector.mock.outside.list()) inspector.mock.outside.detach(name)
})

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Attach a real part' })
const part = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const kinds = (page: Page) => page.getByRole('region', { name: 'Real and simulated' })

/** Attaches a part by the dialog, which stays open if it is refused. */
async function attach(page: Page, kind: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await page.getByRole('button', { name: 'Attach…' }).click()
  await dialog(page).getByRole('combobox', { name: 'Kind' }).selectOption(kind)
  for (const [label, value] of Object.entries(fields))
    await dialog(page).getByRole('textbox', { name: label }).fill(value)
  await dialog(page).getByRole('button', { name: 'Attach', exact: true }).click()
}

/** Asks for a code by e-mail, as an app does. */
async function askForCode(): Promise<void> {
  const { server, mock } = inspector
  await fetch(`${server.url}/api/v0/sdk/${mock.defaults.environments.sandbox.id}/emailVerifications/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email":"ada@example.com"}',
  })
}

describe('the world outside', () => {
  it('attaches a node by the dialog, checks it, and detaches it', async () => {
    const page = await inspector.open('#/outside')
    await page.getByRole('heading', { name: 'Nothing is real' }).waitFor()
    await kinds(page).getByText('Simulated, on the ledger of the mock').waitFor()
    const secret = node.url.replace('//', '//shop:s3cr3t@')
    await attach(page, 'A node as an EVM chain', { 'Chain id': '1', 'URL of its JSON-RPC': secret })
    await part(page, 'chain 1').getByText(node.url).waitFor()
    await part(page, 'chain 1').getByText('Not used yet').waitFor()
    await kinds(page).getByText('Real: chain 1. Others are simulated').waitFor()
    await part(page, 'chain 1').getByRole('button', { name: 'Check' }).click()
    await part(page, 'chain 1').getByText('Answers', { exact: true }).waitFor()
    await part(page, 'chain 1')
      .getByText(/^Used 1 time, 0 failures\. Last [\d.]+ m?s, median [\d.]+ m?s\.$/)
      .waitFor()
    expect(await page.content()).not.toContain('s3cr3t')
    expect(page.url()).not.toContain('s3cr3t')
    await part(page, 'chain 1').getByRole('button', { name: 'Detach' }).click()
    await page.getByRole('heading', { name: 'Nothing is real' }).waitFor()
    expect(inspector.mock.chain.attached()).toEqual([])
  })

  it('attaches a cluster of Solana, a provider and the keys of an issuer by the dialog, and asks them', async () => {
    const page = await inspector.open('#/outside')
    const secret = (url: string) => url.replace('//', '//shop:s3cr3t@')
    const cluster = { Cluster: 'devnet', 'URL of its JSON-RPC': secret(node.url) }
    await attach(page, 'A node as a cluster of Solana', cluster)
    await attach(page, 'An identity provider', { Provider: 'google', Issuer: secret(provider.issuer) })
    const jwksUrl = 'https://login.example.com/keys'
    await attach(page, 'The keys of an issuer of JWTs', {
      'JWK set, as the settings name it': jwksUrl,
      'Where it is served, if elsewhere': secret(provider.issuer),
    })
    const issuer = `issuer ${new URL(provider.issuer).host}`
    await kinds(page).getByText(`Real: ${issuer}. Others are simulated`).waitFor()
    for (const name of ['solana devnet', 'provider google', issuer]) {
      await part(page, name).getByRole('button', { name: 'Check' }).click()
      await part(page, name)
        .getByText(/^Used 1 time, 0 failures\. Last [\d.]+ m?s/)
        .waitFor()
    }
    expect(await page.content()).not.toContain('s3cr3t')
    await attach(page, 'The keys of an issuer of JWTs', {
      'JWK set, as the settings name it': `${provider.issuer}/own`,
    })
    await part(page, `${issuer} 2`).waitFor()
    expect(inspector.mock.issuers.detach(jwksUrl)).toBe(true)
  })

  it('shows at the field why a part is refused, and keeps the dialog', async () => {
    const page = await inspector.open('#/outside')
    const url = 'URL of its JSON-RPC'
    const jwks = 'JWK set, as the settings name it'
    const served = 'Where it is served, if elsewhere'
    for (const [kind, fields, field, reason] of [
      ['A node as an EVM chain', { 'Chain id': '137', [url]: node.url }, 'Chain id', 'has chain 1. Attach it as that'],
      ['A node as an EVM chain', { 'Chain id': '1', [url]: 'node' }, url, 'write an absolute URL'],
      ['A node as a cluster of Solana', { Cluster: 'x', [url]: node.url }, 'Cluster', 'there is no cluster "x"'],
      ['An identity provider', { Provider: 'gogle', Issuer: node.url }, 'Provider', 'Did you mean "google"?'],
      ['An identity provider', { Provider: 'google', Issuer: 'x' }, 'Issuer', 'write an absolute URL'],
      ['The keys of an issuer of JWTs', { [jwks]: 'x' }, jwks, 'write an absolute URL'],
      ['The keys of an issuer of JWTs', { [jwks]: node.url, [served]: 'x' }, served, 'write an absolute URL'],
      ['A mailbox', { 'URL of the SMTP server': node.url }, 'URL of the SMTP server', 'begins with smtp://'],
    ] as const) {
      await attach(page, kind, fields)
      await expectRefused(dialog(page).getByRole('textbox', { name: field }), reason)
      await page.keyboard.press('Escape')
    }
    expect(inspector.mock.outside.list()).toEqual([])
  })

  it('shows a mailbox as it is used, and when it stops answering', async () => {
    const mail = await startMail()
    const page = await inspector.open('#/outside')
    await attach(page, 'A mailbox', { 'URL of the SMTP server': mail.url })
    await kinds(page).getByText('In the inbox, and sent to the real receiver').waitFor()
    await askForCode()
    await part(page, 'mail').getByText('Answers', { exact: true }).waitFor()
    await part(page, 'mail').getByText('Used 1 time, 0 failures').waitFor()
    await mail.stop()
    await part(page, 'mail').getByRole('button', { name: 'Check' }).click()
    await part(page, 'mail').getByText('Fails', { exact: true }).waitFor()
    await part(page, 'mail').getByText('ECONNREFUSED').waitFor()
    await part(page, 'mail').getByText('Used 2 times, 1 failure.').waitFor()
  })

  it.each([
    { colorScheme: 'light', width: 375 },
    { colorScheme: 'dark', width: 1280 },
  ] as const)('has no finding of axe with parts that answer and fail, in $colorScheme', async (look) => {
    await inspector.mock.chain.attach(1, node.url)
    await inspector.mock.outside.check('chain 1')
    await inspector.mock.outbox.email.attach('smtp://127.0.0.1:9')
    await inspector.mock.outside.check('mail')
    const { colorScheme, width } = look
    const page = await inspector.open('#/outside', { colorScheme, viewport: { width, height: 800 } })
    await part(page, 'mail').getByText('Fails', { exact: true }).waitFor()
    await page.evaluate(axe.source)
    const findings = await page.evaluate(
      async () => (await (globalThis as typeof globalThis & { axe: typeof axe }).axe.run()).violations as Result[],
    )
    expect(findings).toEqual([])
    const overflow = await page.getByRole('main').evaluate((main) => main.scrollWidth - main.clientWidth)
    expect(overflow).toBe(0)
  })

  it('shows in the inbox what became of a mail', async () => {
    const mail = await startMail({
      onRcptTo: (_, __, callback) => callback(Object.assign(new Error('No such mailbox'), { responseCode: 550 })),
    })
    await inspector.mock.outbox.email.attach(mail.url)
    const page = await inspector.open('#/inbox')
    await askForCode()
    const message = page.getByRole('article', { name: 'ada@example.com' })
    await message.getByText('Refused', { exact: true }).waitFor()
    await message.getByText('550 No such mailbox').waitFor()
  })

  it('shows parts that tests attach, and asks only those that can be asked', async () => {
    const page = await inspector.open('#/outside')
    await page.getByRole('heading', { name: 'Nothing is real' }).waitFor()
    await inspector.mock.outbox.sms.attach('http://127.0.0.1:9/sms?key=s3cr3t')
    await part(page, 'text messages').getByText('http://127.0.0.1:9', { exact: true }).waitFor()
    expect(await part(page, 'text messages').getByRole('button').allTextContents()).toEqual(['Detach'])
    expect(await page.content()).not.toContain('s3cr3t')
  })
})

describe('a page of another site', () => {
  let site: Server
  let url: string
  beforeEach(async () => {
    site = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<p>evil</p>'))
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`
  })
  afterEach(() => site.close())

  it('attaches nothing and sees nothing', async () => {
    const page = await inspector.open('#/outside')
    await page.goto(url)
    const control = `${inspector.server.url}/__mock/v1`
    const outcomes = await page.evaluate(async (base) => {
      const body = JSON.stringify({ channel: 'email', url: 'smtp://127.0.0.1:1' })
      const tries: [string, RequestInit][] = [
        [`${base}/outside`, {}],
        [`${base}/outbox/attach`, { method: 'POST', body, headers: { 'content-type': 'application/json' } }],
        [`${base}/outbox/attach`, { method: 'POST', body, headers: { 'content-type': 'text/plain' } }],
      ]
      return Promise.all(
        tries.map(([target, init]) =>
          fetch(target, init).then(
            ({ status }) => status,
            () => 'blocked',
          ),
        ),
      )
    }, control)
    expect(outcomes).toEqual(['blocked', 'blocked', 'blocked'])
    expect(inspector.mock.outside.list()).toEqual([])
  })
})
