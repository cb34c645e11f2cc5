import { describe, expect, it, onTestFinished } from 'vitest'
import { createMock, type MockOptions } from './createMock.ts'

const url = 'http://app:3000/hooks'

/** Creates a webhook over HTTP. @returns The reply's status and body, and where deliveries went. */
async function createWebhook(options: MockOptions) {
  const sentTo: string[] = []
  const deliver = async (request: { readonly url: string }) => {
    sentTo.push(request.url)
    return { status: 204, body: '' }
  }
  const mock = createMock({ ...options, deliver })
  onTestFinished(() => mock.close())
  const { id, token } = mock.defaults.environments.sandbox
  const response = await mock.fetch(`${mock.baseUrl}/api/v0/environments/${id}/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, isEnabled: true, events: ['user.created'] }),
  })
  await mock.clock.settle()
  return { status: response.status, body: (await response.json()) as { url?: string; error?: string }, sentTo }
}

describe('webhookHosts', () => {
  it('lets a webhook go to another container, by http and with a port', async () => {
    const { status, body, sentTo } = await createWebhook({ webhookHosts: ['app'] })
    expect([status, body.url, sentTo]).toEqual([201, url, [url]])
  })

  it('are needed: any other host is refused, and named with the option', async () => {
    const { status, body, sentTo } = await createWebhook({ webhookHosts: ['other'] })
    expect([status, sentTo]).toEqual([400, []])
    expect(body.error).toMatch(/^url must be an https URL .*`webhookHosts` .*"app"\.$/)
  })

  it('are names without a port', () => {
    for (const host of ['app:3000', 'http://app', 'a b', ''])
      expect(() => createMock({ webhookHosts: [host] })).toThrow(/`webhookHosts` takes names or addresses/)
  })
})
