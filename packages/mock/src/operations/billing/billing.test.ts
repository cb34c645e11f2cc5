import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeMemberRefusals } from '../../../test/contract/memberRefusals.ts'

const host = createHost()
const read = async (token?: string) => (await host.call('billing.getSubscription', { token })).body
const usage = async () => (await read()).currentBillingPeriod?.usagesCount
const live = () => ({ environmentId: host.mock.defaults.environments.live.id })

describeMemberRefusals(host, {
  'billing.getSubscription': {},
  'billing.applyCoupon': { body: { coupon: 'SPRING26' } },
  'billing.upgrade': {},
})

describe('billing.getSubscription', () => {
  it('begins on the free plan with a trial of 14 days from the creation', async () => {
    const { billingPortalUrl, billingPortalAddPaymentMethodUrl, scope, ...rest } = await read()
    expect(rest).toEqual({
      hasPaymentMethod: false,
      planType: 'free',
      inTrial: true,
      trialStart: '2026-01-15T09:30:00.000Z',
      trialEnd: '2026-01-29T09:30:00.000Z',
      trialDaysLeft: 14,
      currentBillingPeriod: {
        startDate: '2026-01-15T09:30:00.000Z',
        endDate: '2026-02-15T09:30:00.000Z',
        usagesCount: 0,
      },
      version: '1',
      shouldLockEnvironmentSwitch: false,
      coupons: [],
    })
    expect(scope).toContain('environment.users.read')
    expect([billingPortalUrl, billingPortalAddPaymentMethodUrl]).toEqual([
      expect.stringContaining('/__mock/v1/billing/'),
      expect.stringContaining('/paymentMethod?'),
    ])
  })

  it('follows the clock through the trial and from month to month', async () => {
    await host.mock.clock.advance({ days: 13, milliseconds: 1 })
    expect(await read()).toMatchObject({ inTrial: true, trialDaysLeft: 1, shouldLockEnvironmentSwitch: false })
    await host.mock.clock.set('2026-01-29T09:30:00.000Z')
    expect(await read()).toMatchObject({
      inTrial: false,
      trialDaysLeft: 0,
      planType: 'free',
      shouldLockEnvironmentSwitch: true,
    })
    await host.mock.clock.set('2026-02-15T09:30:00.000Z')
    expect((await read()).currentBillingPeriod).toMatchObject({
      startDate: '2026-02-15T09:30:00.000Z',
      endDate: '2026-03-15T09:30:00.000Z',
    })
  })

  it('counts each user of a live environment once who signed in within the period', async () => {
    const [ada, grace, tester] = [
      await host.mock.create.user({ email: 'ada@example.com' }, live()),
      await host.mock.create.user({ email: 'grace@example.com' }, live()),
      await host.mock.create.user({ email: 'test@example.com' }),
    ]
    expect(await usage()).toBe(0)
    for (const user of [ada, ada, tester]) await host.mock.signIn(user)
    expect(await usage()).toBe(1)
    await host.mock.signIn(grace)
    expect(await usage()).toBe(2)
    await host.call('users.delete', { params: { userId: grace.id, ...live() }, token: host.mock.defaults.admin.token })
    expect(await usage()).toBe(2)
    await host.mock.clock.set('2026-02-15T09:30:00.000Z')
    expect(await usage()).toBe(0)
    await host.mock.signIn(ada)
    expect(await usage()).toBe(1)
  })

  it("does not count another organization's users, and counts those of every project", async () => {
    const { admin } = host.mock.defaults
    const { id: organizationId } = await host.mock.create.organization({ owner: admin.id })
    const liveOf = async (params: { organizationId: string }, name: string) => {
      const { body } = await host.call('projects.create', { params, body: { name } })
      return {
        environmentId: body.project?.projectEnvironments?.find(({ environmentName }) => environmentName === 'live')
          ?.id as string,
      }
    }
    const places = [
      live(),
      await liveOf({ organizationId: host.mock.defaults.organizationId }, 'Second'),
      await liveOf({ organizationId }, 'Elsewhere'),
    ]
    for (const place of places) await host.mock.signIn(await host.mock.create.user({ email: 'ada@example.com' }, place))
    expect(await usage()).toBe(2)
  })

  it('shows the links to the owner only', async () => {
    for (const role of ['viewer', 'admin'] as const) {
      const { token } = await host.mock.create.admin({ role })
      const subscription = await read(token)
      expect(subscription.planType).toBe('free')
      expect(Object.keys(subscription).filter((name) => name.endsWith('Url'))).toEqual([])
    }
  })
})

describe('billing.upgrade', () => {
  it('needs a payment method, ends the trial, and begins a paid period', async () => {
    expect(await host.refuse('billing.upgrade')).toMatchObject({ status: 422, code: 'invalid_update' })
    expect(await read()).toMatchObject({ planType: 'free', version: '1' })
    await host.mock.clock.advance({ days: 3 })
    await host.mock.billing.addPaymentMethod()
    const { status, body } = await host.call('billing.upgrade')
    expect(status).toBe(201)
    expect(body).toMatchObject({
      planType: 'advanced',
      hasPaymentMethod: true,
      inTrial: false,
      trialEnd: '2026-01-18T09:30:00.000Z',
      trialDaysLeft: 0,
      shouldLockEnvironmentSwitch: false,
      currentBillingPeriod: { startDate: '2026-01-18T09:30:00.000Z', endDate: '2026-02-18T09:30:00.000Z' },
      version: '3',
    })
    expect(await read()).toEqual(body)
  })

  it('upgrades up to the last plan, within the same periods', async () => {
    await host.mock.billing.addPaymentMethod()
    await host.call('billing.upgrade')
    await host.mock.clock.advance({ days: 3 })
    expect((await host.call('billing.upgrade')).body).toMatchObject({
      planType: 'enterprise',
      currentBillingPeriod: { startDate: '2026-01-15T09:30:00.000Z' },
    })
    expect(await host.refuse('billing.upgrade')).toMatchObject({ status: 422, code: 'invalid_update' })
    expect((await read()).planType).toBe('enterprise')
  })

  it('upgrades the plan that is no longer sold to its successor', async () => {
    await host.mock.billing.setPlan('standard')
    await host.mock.billing.addPaymentMethod()
    expect((await host.call('billing.upgrade')).body.planType).toBe('advanced')
  })

  it('changes no other organization', async () => {
    const { id: organizationId } = await host.mock.create.organization({ owner: host.mock.defaults.admin.id })
    await host.mock.billing.addPaymentMethod()
    await host.call('billing.upgrade')
    expect((await host.call('billing.getSubscription', { params: { organizationId } })).body).toMatchObject({
      planType: 'free',
      hasPaymentMethod: false,
      inTrial: true,
    })
  })
})

describe('billing.applyCoupon', () => {
  const apply = (coupon: string) => ({ body: { coupon } })
  beforeEach(() => host.mock.billing.addCoupon('SPRING26', { expiresAt: '2026-02-01T00:00:00Z' }))

  it('applies a coupon once to each organization', async () => {
    await host.mock.billing.addCoupon('FRIENDS')
    expect((await host.call('billing.applyCoupon', apply('SPRING26'))).body.coupons).toEqual([{ coupon: 'SPRING26' }])
    expect(await host.refuse('billing.applyCoupon', apply('SPRING26'))).toMatchObject({
      status: 422,
      code: 'duplicate_exists',
    })
    await host.call('billing.applyCoupon', apply('FRIENDS'))
    expect(await read()).toMatchObject({ coupons: [{ coupon: 'SPRING26' }, { coupon: 'FRIENDS' }], version: '3' })
    const { id: organizationId } = await host.mock.create.organization({ owner: host.mock.defaults.admin.id })
    expect(
      (await host.call('billing.applyCoupon', { ...apply('SPRING26'), params: { organizationId } })).body.coupons,
    ).toEqual([{ coupon: 'SPRING26' }])
  })

  it('refuses an unknown coupon, and one that has expired', async () => {
    expect(await host.refuse('billing.applyCoupon', apply('spring26'))).toMatchObject({
      status: 422,
      code: 'invalid_update',
    })
    await host.mock.clock.set('2026-02-01T00:00:00Z')
    expect(await host.refuse('billing.applyCoupon', apply('SPRING26'))).toMatchObject({
      status: 422,
      code: 'invalid_update',
    })
    expect((await read()).coupons).toEqual([])
  })

  it.each([{}, { coupon: '' }])('refuses %j', async (body) => {
    expect(await host.refuse('billing.applyCoupon', { body })).toMatchObject({ status: 400, code: 'validation_failed' })
  })
})
