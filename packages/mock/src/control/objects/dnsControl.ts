import type { components } from '@latchkey/types'
import type { WorldBackend } from '../../domain/shared/backend.ts'
import { putDnsRecord, removeDnsRecords } from '../../outside/dns.ts'
import type { DnsRecord } from '../../store/outsideRecords.ts'
import { transact, type World } from '../../world/world.ts'

type Schemas = components['schemas']

/** The simulated DNS, in which the service looks up custom hostnames and domains of single sign-on. */
export interface DnsControl {
  /** Publishes a record. A name and type can have several values. */
  set(record: {
    readonly type: Schemas['DnsRecordType']
    readonly name: string
    readonly value: string
  }): Promise<DnsRecord>
  /** Publishes all records that a custom hostname requires. */
  publish(hostname: Pick<Schemas['Hostname'], 'verificationRecords'>): Promise<void>
  /** Removes the records of a name: all, or those of one type. */
  remove(name: string, type?: Schemas['DnsRecordType']): Promise<void>
  /** All published records. */
  records(): DnsRecord[]
}

/** Publishes all records that a custom hostname requires. */
export function publishRecords(
  backend: WorldBackend,
  { verificationRecords }: Pick<Schemas['Hostname'], 'verificationRecords'>,
): void {
  for (const { dnsRecordType, name, value } of verificationRecords)
    putDnsRecord(backend, { type: dnsRecordType, name, value })
}

export function createDnsControl(world: World): DnsControl {
  return {
    set: async (record) => transact(world, (backend) => putDnsRecord(backend, record)),
    publish: async (hostname) => transact(world, (backend) => publishRecords(backend, hostname)),
    remove: async (name, type) => void (await transact(world, (backend) => removeDnsRecords(backend, name, type))),
    records: () => [...world.store.reader.dnsRecords.all()],
  }
}
