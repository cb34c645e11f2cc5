import { toEpoch } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import type { ControlCaller } from '@latchkey/contract/controlCaller'
import { withLocalFunctions } from './localFunctions.ts'
import type { RemoteControl } from './remoteMock.ts'

type Call = ControlCaller['call']

/** The id of a record, given as the id itself or the record. */
export const idOf = (record: string | { readonly id: string }) => (typeof record === 'string' ? record : record.id)

type Service = Pick<
  RemoteControl,
  | 'clock'
  | 'counts'
  | 'create'
  | 'environments'
  | 'events'
  | 'exports'
  | 'failures'
  | 'faults'
  | 'journal'
  | 'keys'
  | 'load'
  | 'outbox'
  | 'policies'
  | 'people'
  | 'providers'
  | 'reset'
  | 'restore'
  | 'rooms'
  | 'settings'
  | 'signIn'
  | 'snapshot'
  | 'sweeps'
  | 'telemetry'
  | 'totpCode'
  | 'webhooks'
>

/** The functions of the control object that concern the service itself. */
export function remoteService(call: Call): Service {
  const totpCode = async (secret: string) => (await call('GET totp/code', { secret })).code
  return {
    create: remoteFactories(call, totpCode),
    load: (scenario) => call('POST scenario', scenario),
    signIn: (user, options) => call('POST signIn', { userId: idOf(user), ...options }),
    totpCode,
    settings: {
      get: (choice) => call('GET settings', choice),
      patch: (patch, choice) => call('POST settings', { patch, ...choice }),
      cookies: ({ origins, ...input }, choice) =>
        call('POST settings/cookies', { ...input, origins: [...origins], ...choice }),
    },
    people: {
      list: (query) => call('GET people', query),
      details: (userId) => call('GET people/details', { userId }),
      update: (userId, fields) => call('POST people/update', { userId, fields }),
      revokeSessions: (userId) => call('POST people/revokeSessions', { userId }),
      revokeSession: (sessionId) => call('POST people/revokeSession', { sessionId }),
      deleteFactors: (userId) => call('POST people/deleteFactors', { userId }),
      totpCode: async (deviceId) => (await call('GET people/totpCode', { deviceId })).code,
      delete: (userId) => call('POST people/delete', { userId }),
    },
    environments: async () => (await call('GET environments')).environments,
    providers: {
      list: async (choice) => (await call('GET providers', choice)).providers,
      enable: (provider, choice) => call('POST providers/set', { provider, isEnabled: true, ...choice }),
      disable: (provider, choice) => call('POST providers/set', { provider, isEnabled: false, ...choice }),
    },
    keys: { rotate: (choice = {}) => call('POST keys/rotate', choice) },
    clock: remoteClock(call),
    outbox: {
      email: remoteOutbox(call, 'email'),
      sms: remoteOutbox(call, 'sms'),
    },
    webhooks: remoteWebhooks(call),
    events: remoteEvents(call),
    telemetry: {
      events: async (choice) => (await call('GET telemetry/events', choice)).events,
      settings: async (choice) => (await call('GET telemetry/settings', choice)).settings ?? undefined,
    },
    policies: {
      explain: (question) => call('POST policies/explain', question),
      disguises: async (input) => (await call('POST policies/disguises', input)).disguises,
    },
    faults: withLocalFunctions('faults', {
      list: async () => (await call('GET faults')).faults,
      set: (operation, fault, times) => call('POST faults/set', { operation, times, ...fault }),
      random: (faults) => call('POST faults/random', faults),
      get chaos() {
        return call('GET faults').then(({ random }) => random)
      },
      clear: (which) => call('POST faults/clear', typeof which === 'object' ? { id: which.id } : { operation: which }),
    } satisfies Service['faults']),
    failures: {
      list: async () => (await call('GET failures')).failures,
      clear: (failure) => call('POST failures/clear', { id: failure?.id }),
    },
    sweeps: withLocalFunctions('sweeps', {
      add: (report) => call('POST sweeps', report),
      list: async () => (await call('GET sweeps')).sweeps,
      get: (id) => call('GET sweeps/report', { id }),
      drop: (id) => call('POST sweeps/drop', { id }),
    } satisfies Service['sweeps']),
    rooms: { failNext: (kind, reason) => call('POST rooms/failNext', { kind, reason }) },
    exports: { failNext: (reason) => call('POST exports/failNext', { reason }) },
    journal: withLocalFunctions('journal', {
      list: async (operation, range) => (await call('GET journal', { operation, ...range })).entries,
      get dropped() {
        return call('GET journal').then(({ dropped }) => dropped)
      },
      get recorded() {
        return call('GET overview').then(({ counts }) => counts.requests)
      },
      clear: () => call('POST journal/clear'),
      sendAgain: (requestId, input) => call('POST journal/sendAgain', { requestId, ...input }),
    } satisfies Service['journal']),
    counts: async () => (await call('GET overview')).counts,
    snapshot: () => call('POST snapshots'),
    restore: ({ snapshotId }) => call('POST snapshots/restore', { snapshotId }),
    reset: () => call('POST reset'),
  }
}

function remoteFactories(call: Call, totpCode: (secret: string) => Promise<string>): Service['create'] {
  return {
    user: (input, choice) => call('POST create/user', { ...input, ...choice }),
    wallet: (userId, input, choice) => call('POST create/wallet', { ...input, userId, ...choice }),
    gate: (input, choice) => call('POST create/gate', { ...input, ...choice }),
    allowlist: (input, choice) => call('POST create/allowlist', { ...input, ...choice }),
    allowlistEntry: (allowlistId, input) => call('POST create/allowlistEntry', { ...input, allowlistId }),
    provider: (input, choice) => call('POST create/provider', { ...input, ...choice }),
    webhook: (input, choice) => call('POST create/webhook', { ...input, ...choice }),
    customField: (input, choice) => call('POST create/customField', { ...input, ...choice }),
    origin: (origin, choice) => call('POST create/origin', { origin, ...choice }),
    deeplinkUrl: (url, choice) => call('POST create/deeplinkUrl', { url, ...choice }),
    customHostname: (input, choice) => call('POST create/customHostname', { ...input, ...choice }),
    token: (input, choice) => call('POST create/token', { ...input, ...choice }),
    admin: (input) => call('POST create/admin', { ...input }),
    organization: (input) => call('POST create/organization', { ...input }),
    globalWalletConnection: (input) => call('POST create/globalWalletConnection', { ...input }),
    async totp(user) {
      const { deviceId, secret } = await call('POST create/totp', { userId: idOf(user) })
      return { deviceId, secret, code: () => totpCode(secret) }
    },
  }
}

function remoteClock(call: Call): Service['clock'] {
  const iso = async () => (await call('GET clock')).now
  return withLocalFunctions('clock', {
    iso,
    now: async () => toEpoch(await iso()),
    async advance(span) {
      await call('POST clock/advance', typeof span === 'number' ? { milliseconds: span } : span)
    },
    async set(instant) {
      await call('POST clock/set', { instant: instant as string | number })
    },
    async freeze() {
      await call('POST clock/freeze')
    },
    async resume() {
      await call('POST clock/resume')
    },
    get isRunning() {
      return call('GET clock').then(({ isRunning }) => isRunning)
    },
    async settle() {
      await call('POST clock/settle')
    },
    due: async () => (await call('GET jobs')).jobs,
    expiries: (limit) => call('GET clock/expiries', { limit }),
    nextDueAt: async () => (await call('GET clock/next')).dueAt ?? undefined,
  } satisfies Service['clock'])
}

function remoteOutbox(call: Call, channel: 'email' | 'sms'): Service['outbox']['email'] {
  const list = async (to?: string) => (await call(`GET outbox/${channel}`, { to })).messages
  return {
    list,
    last: async (to) => (await list(to)).at(-1),
    unread: async (to) => (await call('GET outbox/unread', { channel, to })).messages,
    next: (to, options) => call('POST outbox/next', { channel, to, ...options }),
    markRead: (messageId) => call('POST outbox/read', { channel, messageId }),
    delete: (messageId) => call('POST outbox/delete', { channel, messageId }),
    html: async (messageId) => (await call('GET outbox/html', { channel, messageId })).html,
    attach: (url) => call('POST outbox/attach', { channel, url: String(url) }),
    detach: async () => (await call('POST outbox/detach', { channel })).detached,
    attached: async () => (await call('GET outbox/attached', { channel })).attached,
  }
}

function remoteEvents(call: Call): Service['events'] {
  const list: Service['events']['list'] = async (query) => (await call('GET events', query)).events
  return withLocalFunctions('events', {
    list,
    last: async (query) => (await list({ ...query, limit: 1 })).at(-1),
  } satisfies Service['events'])
}

function remoteWebhooks(call: Call): Service['webhooks'] {
  const deliveries = async (webhookId?: string) => (await call('GET webhooks/deliveries', { webhookId })).deliveries
  return withLocalFunctions('webhooks', {
    list: async (choice) => (await call('GET webhooks', choice)).webhooks,
    deliveries,
    last: async (webhookId) => (await deliveries(webhookId)).at(-1),
    messages: async (webhookId) => (await call('GET webhooks/messages', { webhookId })).messages,
    async trigger(...[eventName, overrides, options]) {
      return (await call('POST webhooks/trigger', { eventName, ...defined({ overrides }), ...options })).messages
    },
    redeliver: (messageId) => call('POST webhooks/redeliver', { messageId }),
  } satisfies Service['webhooks'])
}
