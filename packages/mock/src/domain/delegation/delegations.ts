import type { components } from '@latchkey/types'
import type { Delegation } from '../../store/delegationRecords.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { presentKey } from './keys.ts'

type Schemas = components['schemas']

/** The event that carries the envelopes. */
const createdEvent = 'wallet.delegation.created'

/** The delegation of a wallet, if it has not ended. */
export function delegationOf({ store }: Pick<Backend, 'store'>, walletId: string): Delegation | undefined {
  return [...store.delegations.scan('byWallet', [walletId])].find(({ revokedAt }) => revokedAt === undefined)
}

/** Whether an enabled webhook of an environment takes the envelopes. */
export function hasReceiver({ store }: Pick<Backend, 'store'>, environmentId: string): boolean {
  return [...store.webhooks.scan('byEnvironment', [environmentId])].some(
    ({ isEnabled, events }) => isEnabled && events.includes(createdEvent),
  )
}

/** Sends the envelopes that wait for a webhook, if there is one. */
export function sendWaitingDelegations(backend: Pick<Backend, 'store' | 'clock'>, environmentId: string): void {
  const { store, clock } = backend
  if (!hasReceiver(backend, environmentId)) return
  for (const delegation of store.delegations.scan('waiting', [environmentId]))
    store.delegations.put({ ...delegation, deliveredAt: clock.iso() })
}

/** The wallet API keys of a wallet as the administration sees them, the earliest first. */
export function presentWalletApiKeys(
  { store }: Pick<Backend, 'store'>,
  walletId: string,
): Schemas['DelegatedAccessWalletApiKey'][] {
  return [...store.delegations.scan('byWallet', [walletId])].map(({ keyId, createdAt, revokedAt }) => {
    const key = store.delegationKeys.get(keyId)
    assert(key, 'internal')
    return {
      encryptionPublicKey: presentKey(key),
      scopes: ['waas.delegatedAccess.signMessage'],
      expiresAt: null,
      createdAt,
      updatedAt: revokedAt ?? createdAt,
      deletedAt: revokedAt ?? null,
    }
  })
}
