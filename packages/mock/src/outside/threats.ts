import { newRecord } from '@latchkey/base/newRecord'
import type { OutsideBackend } from '../domain/shared/backend.ts'
import type { SiteVerdict, Threats } from '../effects/outside.ts'

/** The reports about addresses and sites, as the service sees them. */
export function threats({ store }: Pick<OutsideBackend, 'store'>): Threats {
  return {
    isMaliciousAddress: (account) => store.addressFlags.find('byAddress', [account]) !== undefined,
    verdictOnSite(host) {
      for (const name of withParents(host)) {
        const flag = store.siteFlags.find('byHost', [name])
        if (flag) return flag.verdict
      }
      return 'benign'
    },
  }
}

/** A host's name and those above it, the longest first. */
function withParents(host: string): string[] {
  const labels = host.split('.')
  return labels.map((_, index) => labels.slice(index).join('.'))
}

/** Reports an account as malicious. */
export function flagAddress(backend: OutsideBackend, account: string): void {
  if (!backend.store.addressFlags.find('byAddress', [account]))
    backend.store.addressFlags.put({ ...newRecord(backend), address: account })
}

/** Takes back the report about an account. */
export function unflagAddress({ store }: OutsideBackend, account: string): void {
  const flag = store.addressFlags.find('byAddress', [account])
  if (flag) store.addressFlags.delete(flag.id)
}

/** Sets what the reports say about a host and those below it. */
export function flagSite(backend: OutsideBackend, host: string, verdict: SiteVerdict): void {
  const flag = backend.store.siteFlags.find('byHost', [host])
  if (verdict !== 'benign') backend.store.siteFlags.put({ ...(flag ?? newRecord(backend)), host, verdict })
  else if (flag) backend.store.siteFlags.delete(flag.id)
}
