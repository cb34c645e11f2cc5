import { describe, expect, it } from 'vitest'
import { createHost } from '#host'

const host = createHost()
const subscription = async () => (await host.call('billing.getSubscription')).body
const linkOf = async (name: 'billingPortalUrl' | 'billingPortalAddPaymentMethodUrl') =>
  (await subscription())[name] as string
const open = (url: string, init?: RequestInit) => host.fetch(url, { redirect: 'manual', ...init })
const submit = (url: string, choice: string) =>
  host.fetch(url, { method: 'POST', body: new URLSearchParams({ choice }) })

describe('the billing portal', () => {
  it('shows the plan, and adds and removes a payment method at once', async () => {
    const [portal, methods] = [await linkOf('billingPortalUrl'), await linkOf('billingPortalAddPaymentMethodUrl')]
    const before = await (await open(portal)).text()
    expect(before).toContain('Billing of Example organization')
    expect(before).toContain('Plan: free, in trial for 14 more days')
    expect(before).toContain('Payment method: none')
    expect(await (await open(methods)).text()).toContain('value="add"')
    const added = await submit(methods, 'add')
    expect([added.status, new URL(added.headers.get('location') ?? '', methods).href]).toEqual([303, portal])
    expect(await (await open(portal)).text()).toContain('Payment method: a simulated card')
    expect((await subscription()).hasPaymentMethod).toBe(true)
    expect(await (await open(methods)).text()).toContain('value="remove"')
    await submit(methods, 'remove')
    expect((await subscription()).hasPaymentMethod).toBe(false)
  })

  it('does not remove the payment method of a paid plan, and says why', async () => {
    const methods = await linkOf('billingPortalAddPaymentMethodUrl')
    await submit(methods, 'add')
    await host.call('billing.upgrade')
    const refused = await submit(methods, 'remove')
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('role="alert"')])
    expect((await subscription()).hasPaymentMethod).toBe(true)
  })

  it('opens for an hour, and only with an unchanged link', async () => {
    const methods = await linkOf('billingPortalAddPaymentMethodUrl')
    const later = new URL(methods)
    later.searchParams.set('expires', '9999999999999')
    const { id } = await host.mock.create.organization({ owner: host.mock.defaults.admin.id })
    const foreign = methods.replace(host.mock.defaults.organizationId, id)
    for (const url of [later.href, foreign, methods.slice(0, methods.indexOf('?'))])
      expect((await submit(url, 'add')).status).toBe(403)
    await host.mock.clock.advance({ hours: 1 })
    for (const url of [methods, methods.replace('/paymentMethod', '')]) expect((await open(url)).status).toBe(403)
    expect((await submit(methods, 'add')).status).toBe(403)
    expect((await subscription()).hasPaymentMethod).toBe(false)
  })

  it('escapes the name of the organization, and runs no script', async () => {
    await host.call('organizations.update', { body: { name: "Ada & Grace's" } })
    const page = await open(await linkOf('billingPortalUrl'))
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    const text = await page.text()
    expect(text).toContain('Ada &amp; Grace&#39;s')
    expect(text).not.toContain('<script')
  })

  it('serves no other path and no other method', async () => {
    const portal = await linkOf('billingPortalUrl')
    expect((await submit(portal, 'add')).status).toBe(405)
    expect((await open(portal.replace('?', '/cards?'))).status).toBe(404)
  })
})
