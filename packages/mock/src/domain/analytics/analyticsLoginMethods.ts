import type { Credential } from '../../store/records.ts'

/** Stands for a way to sign in that was not noted. */
export const otherMethod = 'other'

/** What sign-ins with a credential are counted as: `wallet`, the provider of a social account, or the credential's format. */
export function loginMethodOf({ format, provider }: Pick<Credential, 'format' | 'provider'>): string {
  if (format === 'blockchain') return 'wallet'
  return format === 'oauth' ? (provider ?? otherMethod) : format
}
