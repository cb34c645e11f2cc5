import { defined } from '@latchkey/base/defined'
import type { ControlCaller } from '@latchkey/contract/controlCaller'
import type { RemoteControl, RemoteHandle } from './remoteMock.ts'
import { idOf } from './remoteService.ts'

type Call = ControlCaller['call']
type Outside = Pick<
  RemoteControl,
  'billing' | 'dns' | 'exchanges' | 'idp' | 'issuers' | 'messenger' | 'outside' | 'prices' | 'ramps' | 'x402'
>

/** The functions of the control object that concern the simulated world outside, but for its chains. */
export function remoteOutside(call: Call): Outside {
  return {
    idp: byName((provider) => remoteIdp(call, provider)) as Outside['idp'],
    issuers: remoteIssuers(call),
    messenger: {
      addUser: (input = {}) => call('POST messenger/users', input),
      users: async () => (await call('GET messenger/users')).users,
      sign: ({ accountId }, choice) => call('POST messenger/sign', { accountId, ...choice }),
      authToken: async ({ accountId }, choice) =>
        (await call('POST messenger/authToken', { accountId, ...choice })).messengerAuthToken,
      initData: async ({ accountId }, choice) =>
        (await call('POST messenger/initData', { accountId, ...choice })).messengerAuthToken,
    },
    outside: {
      list: async () => (await call('GET outside')).parts,
      check: (name) => call('POST outside/check', { name }),
      detach: async (name) => (await call('POST outside/detach', { name })).detached,
    },
    prices: {
      list: async () => (await call('GET prices')).prices,
      set: (code, usd, facts) => call('POST prices', { code, usd, ...facts }),
    },
    exchanges: { coinbase: remoteExchange(call, 'coinbase'), kraken: remoteExchange(call, 'kraken') },
    ramps: {
      orders: async (choice) => (await call('GET ramps/orders', choice)).orders,
      order: (orderId) => call('GET ramps/order', { orderId }),
      advance: (orderId) => call('POST ramps/advance', { orderId }),
      complete: (orderId) => call('POST ramps/complete', { orderId }),
      fail: (orderId, reason) => call('POST ramps/fail', { orderId, reason }),
      payment: (paymentId) => call('GET ramps/payment', { paymentId }),
    },
    x402: {
      facilitatorUrl: async () => (await call('GET x402/facilitator')).url,
      sell: (input) => call('POST x402/resources', input),
      resources: async () => (await call('GET x402/resources')).resources,
      withdraw: (path) => call('POST x402/withdraw', { path }),
      payments: async () => (await call('GET x402/payments')).payments,
    },
    dns: {
      set: (record) => call('POST dns/records', record),
      publish: ({ verificationRecords }) => call('POST dns/publish', { verificationRecords }),
      remove: (name, type) => call('POST dns/remove', { name, type }),
      records: async () => (await call('GET dns/records')).records,
    },
    billing: {
      addCoupon: (code, { expiresAt, ...options } = {}) =>
        call('POST billing/coupons', { code, ...options, expiresAt: expiresAt as string | number | undefined }),
      addPaymentMethod: (choice = {}) => call('POST billing/paymentMethod', choice),
      removePaymentMethod: (choice = {}) => call('POST billing/removePaymentMethod', choice),
      setPlan: (planType, choice) => call('POST billing/plan', { planType, ...choice }),
    },
  }
}

/** An object with a value for every name. The server refuses names that it does not know. */
export function byName(valueOf: (name: string) => unknown): unknown {
  return new Proxy(
    {},
    // Printing and awaiting an object read these.
    { get: (_, name) => (typeof name === 'symbol' || /^(then|toJSON)$/.test(name) ? undefined : valueOf(name)) },
  )
}

function remoteIdp(call: Call, provider: string): Outside['idp']['google'] {
  return {
    attach: ({ issuer, ...input }) => call('POST idp/attach', { provider, issuer: String(issuer), ...input }),
    detach: async (domain) => (await call('POST idp/detach', { provider, ...defined({ domain }) })).detached,
    attached: async (domain) => (await call('GET idp/attached', { provider, ...defined({ domain }) })).attached,
    addUser: ({ photos, ...input } = {}) =>
      call('POST idp/users', { provider, ...input, ...defined({ photos: photos && [...photos] }) }),
    updateUser: (accountId, { photos, ...changes }) =>
      call('POST idp/users/change', { provider, accountId, ...changes, ...defined({ photos: photos && [...photos] }) }),
    users: async () => (await call('GET idp/users', { provider })).users,
    files: async () => (await call('GET idp/files', { provider })).files,
    approve: async (authorizeUrl, account) =>
      (await call('POST idp/approve', { provider, authorizeUrl, account })).location,
    deny: async (authorizeUrl) => (await call('POST idp/deny', { provider, authorizeUrl })).location,
    fail: (error, times) => call('POST idp/failures', { provider, error, times }),
  }
}

function remoteIssuers(call: Call): Outside['issuers'] {
  const handle = ({
    issuer,
    ...urls
  }: {
    issuer: string
    jwksUrl: string
    servedUrl: string
  }): RemoteHandle<'IssuerHandle'> => ({
    issuer,
    ...urls,
    async sign(claims, { header } = {}) {
      const leaveOut = Object.keys(claims).filter((name) => claims[name] === undefined)
      return (
        await call('POST issuers/sign', {
          issuer,
          claims: { ...claims },
          leaveOut,
          ...defined({ header: header && { ...header } }),
        })
      ).jwt
    },
    rotate: ({ dropFormer } = {}) => call('POST issuers/rotate', { issuer, dropFormer }),
    jwks: () => call('GET issuers/jwks', { issuer }),
  })
  return {
    attach: ({ jwksUrl, servedAt, ...input }) =>
      call('POST issuers/attach', {
        ...input,
        jwksUrl: String(jwksUrl),
        ...defined({ servedAt: servedAt === undefined ? undefined : String(servedAt) }),
      }),
    detach: async (jwksUrl) => (await call('POST issuers/detach', { jwksUrl: String(jwksUrl) })).detached,
    attached: async () => (await call('GET issuers/attached')).issuers,
    create: async (input) => handle(await call('POST issuers', input)),
    get: async (issuer) => handle(await call('GET issuers', { issuer })),
  }
}

function remoteExchange(call: Call, exchange: 'coinbase' | 'kraken'): Outside['exchanges']['coinbase'] {
  return {
    account(user) {
      const account = { exchange, userId: idOf(user) }
      return {
        deposit: (currency, amount) => call('POST exchanges/deposits', { ...account, currency, amount }),
        requireCode: (isRequired) => call('POST exchanges/requireCode', { ...account, isRequired }),
        listAddress: (address, chain) => call('POST exchanges/listedAddresses', { ...account, address, chain }),
        facts: () => call('GET exchanges/account', account),
        transfers: async () => (await call('GET exchanges/transfers', account)).transfers,
        messages: async () => (await call('GET exchanges/messages', account)).messages,
      }
    },
    setRules: (rules) => call('POST exchanges/rules', { exchange, ...rules }),
    failNext: (times) => call('POST exchanges/failNext', { exchange, times }),
  }
}
