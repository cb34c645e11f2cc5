import type { components } from '@latchkey/types'

type Outcome = components['schemas']['AccessOutcomeEnum']

/** The effect of a gate or an allowlist. */
export interface Ruling {
  readonly outcome?: Outcome
  /** The scope that it adds. */
  readonly scope?: string | null
}

/** The ways in which a gate or an allowlist treats the people whom it fits. One that is left out does not compile. */
const words: Readonly<Record<Outcome, string>> = {
  scope: 'Adds a scope for those who fit',
  siteAccess: 'Lets in only those who fit',
  block: 'Refuses those who fit',
}

/** The choices of a form. */
export const outcomeOptions = Object.entries(words)

/** The outcome in words, with the scope that it adds. */
export function outcomeOf({ outcome, scope }: Ruling): string {
  if (outcome === undefined) return ''
  if (!scope || outcome === 'block') return words[outcome]
  return outcome === 'scope' ? `${words.scope}: ${scope}` : `${words[outcome]}, and adds the scope ${scope}`
}
