import type { components } from '@latchkey/types'

type Scope = components['schemas']['TokenScopes']

/** All scopes of API tokens. One that is left out does not compile. */
const all: Readonly<Record<Scope, true>> = {
  'environment.users.read': true,
  'environment.users.write': true,
  'environment.settings.read': true,
  'environment.settings.write': true,
  'environment.apiTokens.read': true,
  'environment.apiTokens.write': true,
  'environment.analytics.read': true,
  'environment.webhooks.read': true,
  'environment.webhooks.write': true,
  'environment.events.read': true,
  'environment.events.write': true,
  'environment.balances.read': true,
  'waas.delegatedAccess.signMessage': true,
  'waas.authenticate': true,
}

export const scopes = Object.keys(all) as Scope[]
