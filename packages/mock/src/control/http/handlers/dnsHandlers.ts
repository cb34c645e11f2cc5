import type { dnsRoutes } from '@latchkey/contract/routes/dnsRoutes'
import type { components } from '@latchkey/types'
import type { HandlersOf } from './handlersOf.ts'

/** Answers the routes of `dnsRoutes`. */
export const dnsHandlers: HandlersOf<typeof dnsRoutes> = {
  'GET dns/records': (mock) => ({ records: mock.dns.records() }),
  'POST dns/records': (mock, input) => mock.dns.set(input),
  'POST dns/publish': (mock, hostname) =>
    mock.dns.publish(hostname as Pick<components['schemas']['Hostname'], 'verificationRecords'>),
  'POST dns/remove': (mock, { name, type: family }) => mock.dns.remove(name, family),
}
