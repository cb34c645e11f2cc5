import type { Account } from '@latchkey/chains/chains'
import type { components } from '@latchkey/types'
import { shownAddress } from '../chains/shownAddress.ts'
import type { Backend } from '../shared/backend.ts'
import { hostOf } from './sites.ts'

type Validation = components['schemas']['SimulationValidation']

/** The facts that decide whether a transaction is safe to sign. */
export interface Risks {
  readonly success: boolean
  /** Why it would fail. */
  readonly reason?: string
  /** Every account and contract that takes part. */
  readonly participants: readonly Account[]
  /** The called accounts with unknown code that get data. */
  readonly unknownCode: readonly Account[]
  readonly hasUnlimitedApproval: boolean
  /** The site that asks, as a host or a URL. */
  readonly domain?: string | undefined
}

/** Judges a transaction. The first of the checks that applies decides. */
export function validate({ outside: { threats } }: Backend, risks: Risks): Validation {
  const { success, reason, participants, unknownCode, hasUnlimitedApproval, domain } = risks
  const malicious = participants.find((account) => threats.isMaliciousAddress(account))
  if (malicious !== undefined)
    return {
      result: 'Malicious',
      reason: 'An address that takes part is reported as malicious.',
      description: shownAddress(malicious),
      classification: 'known_malicious_address',
    }
  const host = domain === undefined ? undefined : hostOf(domain)
  const site = host === undefined ? 'benign' : threats.verdictOnSite(host)
  if (site === 'malicious')
    return {
      result: 'Malicious',
      reason: 'The site that asks for this is reported as malicious.',
      description: host ?? '',
      classification: 'known_malicious_site',
    }
  if (!success)
    return { result: 'Error', reason: reason || 'It would be reverted.', classification: 'execution_failed' }
  if (hasUnlimitedApproval)
    return {
      result: 'Warning',
      reason: 'Somebody could spend all of an asset, at any time.',
      classification: 'unlimited_approval',
    }
  const [unknown] = unknownCode
  if (unknown !== undefined)
    return {
      result: 'Warning',
      reason: 'Nobody knows what the code at an address does.',
      description: shownAddress(unknown),
      classification: 'unknown_code',
    }
  if (site === 'unclear')
    return {
      result: 'Warning',
      reason: 'The reports about the site contradict each other.',
      classification: 'unclear_site',
    }
  return { result: 'Benign', reason: 'No risk was found.' }
}
