import { asciiLowerCase } from '@latchkey/base/asciiCase'
import { instantOf } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import type { CustomHostname, Job } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { cancelJobs, scheduleJob } from '../shared/jobs.ts'
import { deleteWithOwned } from '../shared/ownership.ts'
import { existing } from '../shared/recordGuards.ts'
import { type IsPublicSuffix, loadPublicSuffixes } from './publicSuffixes.ts'

type Schemas = components['schemas']
type Records = Schemas['CustomHostnameVerificationRecord'][]

/** The target of all custom hostnames. */
const aliasTarget = 'hostnames.latchkey.test'
const lookupEveryMs = 60_000
const giveUpAfterMs = 72 * 3_600_000

const alias = (hostname: string): Records[number] => ({
  dnsRecordType: 'CNAME',
  verificationType: 'alias',
  name: hostname,
  value: aliasTarget,
})
const text = (
  verificationType: Schemas['CustomHostnameVerificationType'],
  name: string,
  value: string,
): Records[number] => ({ dnsRecordType: 'TXT', verificationType, name, value })

/**
 * The DNS records that a customer must publish, by the purpose of the hostname. A global wallet's page needs its own
 * certificate.
 */
const recordsFor: Record<Schemas['CustomHostnameUsageEnum'], (hostname: string, backend: Backend) => Records> = {
  cookies: (hostname, { newId }) => [alias(hostname), text('ownership', `_hostname.${hostname}`, newId())],
  globalWallet: (hostname, { newId, random }) => [
    alias(hostname),
    text('ownership', `_hostname.${hostname}`, newId()),
    text('certificate', `_acme-challenge.${hostname}`, random.token(43)),
  ],
}

/**
 * Registers a hostname and starts the lookups of its DNS records.
 *
 * @throws {@link DomainError} `invalidCustomHostname` if any environment has the hostname already
 */
export function createCustomHostname(
  backend: Backend,
  environmentId: string,
  input: Schemas['CustomHostnameCreateRequest'],
): CustomHostname {
  const hostname = asciiLowerCase(input.hostname)
  assert(
    hostname.length <= 253 - '_acme-challenge.'.length && hostname.split('.').every((label) => label.length <= 63),
    'invalidCustomHostname',
    {
      message: 'This hostname is too long to carry DNS records for its verification.',
    },
  )
  const record = backend.store.customHostnames.insert({
    ...newRecord(backend),
    environmentId,
    hostname,
    usage: input.usage,
    status: 'pending',
    verificationRecords: recordsFor[input.usage](hostname, backend),
  })
  scheduleJob(backend, { kind: 'customHostnames.check', subjectId: record.id, inMs: lookupEveryMs })
  return record
}

/** Removes a hostname and ends its lookups. */
export function deleteCustomHostname(backend: Backend, { id }: CustomHostname) {
  deleteWithOwned(backend, 'customHostnames', id)
}

/**
 * The domain of a hostname's cookies: its parent domain, which the site shares. If the parent is a public suffix, it is
 * the hostname itself, since a cookie for a public suffix would reach everybody's sites under it.
 */
function cookieDomainFor(hostname: string, isPublicSuffix: IsPublicSuffix): string | undefined {
  const parent = hostname.slice(hostname.indexOf('.') + 1)
  return [parent, hostname].find((domain) => !isPublicSuffix(domain))
}

/** Looks up a pending hostname once, and schedules the next lookup until the hostname is active or the time is up. */
export async function checkCustomHostname(backend: Backend, { subjectId, attempt }: Job): Promise<void> {
  const isPublicSuffix = await loadPublicSuffixes()
  const record = backend.store.customHostnames.get(subjectId)
  if (record?.status !== 'pending' || lookUp(backend, record, isPublicSuffix).status !== 'pending') return
  scheduleJob(backend, { kind: 'customHostnames.check', subjectId, inMs: lookupEveryMs, attempt: attempt + 1 })
}

/**
 * Looks up the records now, instead of the scheduled lookup.
 *
 * @returns The hostname, active or with the problems of its DNS records
 */
export async function lookUpNow(backend: Backend, id: string): Promise<Schemas['Hostname']> {
  const isPublicSuffix = await loadPublicSuffixes()
  const record = existing(backend.store.customHostnames.get(id), 'hostname')
  cancelJobs(backend, id)
  return presentCustomHostname(lookUp(backend, record, isPublicSuffix))
}

/** The hostname in the state that its DNS records imply: active, in error, or pending until the time is up. */
function lookUp(backend: Backend, record: CustomHostname, isPublicSuffix: IsPublicSuffix): CustomHostname {
  const { store, clock } = backend
  const faults = record.verificationRecords
    .map((wanted) => faultOf(backend, wanted))
    .filter((fault) => fault !== undefined)
  if (faults.length === 0) {
    const cookieDomain = record.usage === 'cookies' ? cookieDomainFor(record.hostname, isPublicSuffix) : undefined
    return store.customHostnames.put({ ...record, status: 'active', cookieDomain })
  }
  const wrong = faults.filter(({ found }) => found)
  const isLate = clock.now() - instantOf(record.createdAt) >= giveUpAfterMs
  if (wrong.length === 0 && !isLate) return record
  const errors = (wrong.length > 0 ? wrong : faults).map(({ sentence }) => sentence).join(' ')
  return store.customHostnames.put({ ...record, status: 'error', errors })
}

/** The active hostname for the environment's session cookies; `undefined` if there is none. */
export function cookieHostnameOf({ store }: Pick<Backend, 'store'>, environmentId: string): CustomHostname | undefined {
  for (const record of store.customHostnames.scan('byEnvironment', [environmentId])) {
    if (record.usage === 'cookies' && record.status === 'active') return record
  }
  return undefined
}

export function presentCustomHostname({
  id,
  hostname,
  usage,
  status,
  verificationRecords,
  errors,
}: CustomHostname): Schemas['Hostname'] {
  return defined({ id, hostname, usage, status, verificationRecords: [...verificationRecords], errors })
}

/** The missing and differing DNS records. A TXT record may have others beside it under its name, a CNAME may not. */
function faultOf(
  { outside }: Backend,
  { dnsRecordType, name, value }: Records[number],
): { found: boolean; sentence: string } | undefined {
  const values = outside.dns.lookUp(dnsRecordType, name).map((value) => comparable(dnsRecordType, value))
  const isPublished = values.includes(comparable(dnsRecordType, value))
  if (isPublished && (dnsRecordType === 'TXT' || values.length === 1)) return undefined
  if (values.length === 0) return { found: false, sentence: `The ${dnsRecordType} record ${name} was not found.` }
  return { found: true, sentence: `The ${dnsRecordType} record ${name} does not have the value asked for.` }
}

function comparable(type: Schemas['DnsRecordType'], value: string): string {
  return type === 'CNAME' ? asciiLowerCase(value).replace(/\.$/, '') : value
}
