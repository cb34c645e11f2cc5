import { newRecord } from '@latchkey/base/newRecord'
import type { OutsideBackend } from '../domain/shared/backend.ts'
import type { Dns } from '../effects/outside.ts'
import type { DnsRecord } from '../store/outsideRecords.ts'

/** The DNS, as the service sees it. */
export function dns({ store }: Pick<OutsideBackend, 'store'>): Dns {
  return {
    lookUp: (type, name) => [...store.dnsRecords.scan('byName', [canonicalHost(name), type])].map(({ value }) => value),
  }
}

/** Publishes a record beside those of the same name and type. */
export function putDnsRecord(
  backend: OutsideBackend,
  { type, name, value }: Pick<DnsRecord, 'type' | 'name' | 'value'>,
): DnsRecord {
  return backend.store.dnsRecords.put({ ...newRecord(backend), type, name: canonicalHost(name), value })
}

/** Removes the records of a name, all of them or those of one type. */
export function removeDnsRecords({ store }: OutsideBackend, name: string, type?: DnsRecord['type']): void {
  for (const record of store.dnsRecords.scan('byName', [canonicalHost(name)]))
    if (!type || record.type === type) store.dnsRecords.delete(record.id)
}

/** Names are compared without regard to case and final dot (RFC 1034, section 3.1). */
function canonicalHost(name: string): string {
  return name.toLowerCase().replace(/\.$/, '')
}
