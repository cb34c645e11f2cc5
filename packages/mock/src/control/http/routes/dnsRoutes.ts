import { everyValue } from '@latchkey/base/everyValue'
import type { components } from '@latchkey/types'
import * as z from 'zod'
import { entity } from '../../objects/inputSchemas.ts'
import { type ControlRoutes, route } from './controlRoute.ts'

type Schemas = components['schemas']

const type = z.enum(everyValue<Schemas['DnsRecordType']>({ TXT: true, CNAME: true }))
const record = z.object({ ...entity, type, name: z.string(), value: z.string() })

/** The routes of `mock.dns`. */
export const dnsRoutes = {
  'GET dns/records': route({
    summary: 'The records of the simulated DNS',
    output: z.object({ records: z.array(record) }),
    run: (mock) => ({ records: mock.dns.records() }),
  }),
  'POST dns/records': route({
    summary: 'Publishes a DNS record',
    input: z.strictObject({ type, name: z.string(), value: z.string() }),
    output: record,
    run: (mock, input) => mock.dns.set(input),
  }),
  'POST dns/publish': route({
    summary: 'Publishes all records that a custom hostname requires',
    input: z.strictObject({
      verificationRecords: z.array(z.looseObject({ dnsRecordType: type, name: z.string(), value: z.string() })),
    }),
    output: undefined,
    run: (mock, hostname) => mock.dns.publish(hostname as Pick<Schemas['Hostname'], 'verificationRecords'>),
  }),
  'POST dns/remove': route({
    summary: 'Removes DNS records',
    input: z.strictObject({ name: z.string(), type: type.optional() }),
    output: undefined,
    run: (mock, { name, type: family }) => mock.dns.remove(name, family),
  }),
} satisfies ControlRoutes
