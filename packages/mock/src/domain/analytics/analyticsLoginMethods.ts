import type { Credential } from '../../store/records.ts'

/** Stands for an unknown login method. */
export const otherMethod = 'other'

/**
 * The login method that analytics counts for a credential: `wallet`, the provider of a social account, or the
 * credential's format.
 */
export function loginMethodOf({ format, provider }: Pick<Credential, 'format' | 'provider'>): string {
  if (format === 'blockchain') return 'wallet'
  return format === 'oauth' ? (provider ?? otherMethod) : format
}
