import { everyValue } from '@latchkey/base/everyValue'
import type { components } from '@latchkey/types'
import * as z from 'zod'
import { entity } from '../commonSchemas.ts'
import type { ControlRoutes } from './controlRoute.ts'

type Schemas = components['schemas']

const type = z.enum(everyValue<Schemas['DnsRecordType']>({ TXT: true, CNAME: true }))

const record = z.object({ ...entity, type, name: z.string(), value: z.string() })

/** The routes of `mock.dns`. */
export const dnsRoutes = {
  'GET dns/records': {
    summary: 'The records of the simulated DNS',
    output: z.object({ records: z.array(record) }),
  },
  'POST dns/records': {
    summary: 'Publishes a DNS record',
    input: z.strictObject({ type, name: z.string(), value: z.string() }),
    output: record,
  },
  'POST dns/publish': {
    summary: 'Publishes all records that a custom hostname requires',
    input: z.strictObject({
      verificationRecords: z.array(z.looseObject({ dnsRecordType: type, name: z.string(), value: z.string() })),
    }),
    output: undefined,
  },
  'POST dns/remove': {
    summary: 'Removes DNS records',
    input: z.strictObject({ name: z.string(), type: type.optional() }),
    output: undefined,
  },
} satisfies ControlRoutes
