import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import type { Delegation, SealedEnvelope } from '../../../store/delegationRecords.ts'
import { delegationOf, hasReceiver } from '../../delegation/delegations.ts'
import { readEnvelope, sealTo } from '../../delegation/envelopes.ts'
import { currentKeyOf } from '../../delegation/keys.ts'
import { delegateIdsOf, keySetOf } from '../../keySets/keySets.ts'
import { sharedWalletOf } from '../../keySets/sharedWallets.ts'
import type { OpenedRoom } from '../../rooms/rooms.ts'
import type { Backend } from '../../shared/backend.ts'
import type { EnvironmentCaller, UserCaller } from '../../shared/callers.ts'
import { assert } from '../../shared/errors.ts'
import { issuedPrefix } from '../../shared/issuedNames.ts'
import { existing, inEnvironment } from '../../shared/recordGuards.ts'
import { sha256Hex } from '../../shared/sha256Hex.ts'
import { touchUser } from '../../users/users.ts'
import { assertDelegable } from './keyReshare.ts'
import { revokeDelegation } from './revokedDelegations.ts'
import { openSigningRoom } from './signing.ts'

type Schemas = components['schemas']

/**
 * Completes a delegation: the share that a device has sealed to the environment's own server, and a new wallet API key
 * that is sealed in the same way, go to the webhooks of the environment, at once or when there is one. The same envelope
 * again changes nothing.
 *
 * @throws {@link DomainError} `recordNotFound`, `badRequest` without a share for the server, `providerNotAvailable`,
 * `invalidUpdate`, `validationFailed`
 */
export async function deliverShare(
  backend: Backend,
  caller: Pick<UserCaller, 'user'>,
  { walletId, body }: { readonly walletId: string; readonly body: Schemas['DelegatedShareDeliveryRequest'] },
): Promise<Delegation> {
  const { store, clock, random } = backend
  const { wallet, keySet } = sharedWalletOf(backend, caller.user, walletId)
  const { environmentId, userId } = wallet
  assert(delegateIdsOf(keySet).length > 0, 'badRequest', {
    message: "The wallet has no share for the environment's own server. Reshare its key for it first.",
  })
  assertDelegable(backend, wallet)
  const key = currentKeyOf(backend, environmentId)
  assert(key, 'providerNotAvailable', { message: 'The environment has no key to seal a share to.' })
  const encryptedDelegatedShare = await readEnvelope(body.encryptedDelegatedShare, key)
  const former = delegationOf(backend, walletId)
  if (former) {
    assert(isSameEnvelope(former.encryptedDelegatedShare, encryptedDelegatedShare), 'invalidUpdate', {
      message: 'The share was delivered already, in another envelope.',
    })
    return former
  }
  const walletApiKey = issuedPrefix(backend, 'lk_wallet_') + random.token(40)
  const encryptedWalletApiKey = await sealTo(backend, key, walletApiKey)
  touchUser(backend, userId)
  return store.delegations.insert({
    ...newRecord(backend),
    environmentId,
    userId,
    walletId,
    keyId: key.id,
    generation: keySet.keySet.generation,
    walletApiKeyHash: sha256Hex(walletApiKey),
    encryptedDelegatedShare,
    encryptedWalletApiKey,
    ...defined({ deliveredAt: hasReceiver(backend, environmentId) ? clock.iso() : undefined }),
  })
}

function isSameEnvelope(one: SealedEnvelope, other: SealedEnvelope): boolean {
  return (['alg', 'iv', 'ct', 'tag', 'ek', 'kid'] as const).every((name) => one[name] === other[name])
}

interface DelegateInput {
  readonly environmentId: string
  readonly walletId: string
  readonly body: Schemas['WaasDelegateSignMessageRequest']
  /** The header `x-wallet-api-key`, if it was sent. */
  readonly walletApiKey: string | undefined
}

/**
 * Opens the room in which the environment's own server signs with the wallet of a user. No second factor is asked for:
 * the user is not there.
 *
 * @throws {@link DomainError} `recordNotFound`, `forbidden` for a member, `walletApiKeyInvalid`, and what
 * {@link openSigningRoom} refuses
 */
export async function openDelegatedSigning(
  backend: Backend,
  { token }: EnvironmentCaller,
  { environmentId, walletId, body, walletApiKey }: DelegateInput,
): Promise<OpenedRoom> {
  assert(token, 'forbidden', { message: "This call takes an environment's API token, not a member's." })
  const wallet = inEnvironment(backend.store.wallets.get(walletId), environmentId, 'wallet')
  const keySet = existing(keySetOf(backend, walletId), 'embedded wallet')
  const delegation =
    walletApiKey === undefined ? undefined : backend.store.delegations.find('byHash', [sha256Hex(walletApiKey)])
  const isValid =
    delegation?.walletId === walletId &&
    delegation.revokedAt === undefined &&
    delegation.generation === keySet.keySet.generation
  assert(isValid, 'walletApiKeyInvalid')
  return openSigningRoom(backend, { kind: 'delegate', token, delegation }, { shared: { wallet, keySet }, body })
}

/**
 * Ends the delegation of a wallet.
 *
 * @throws {@link DomainError} `recordNotFound`, also for a wallet without one
 */
export function revokeDelegationOf(backend: Backend, environmentId: string, walletId: string): void {
  const { id } = inEnvironment(backend.store.wallets.get(walletId), environmentId, 'wallet')
  revokeDelegation(backend, existing(delegationOf(backend, id), 'delegation'))
}

/** Ends the delegations of wallets, each for itself. */
export function revokeDelegations(
  backend: Backend,
  environmentId: string,
  walletIds: readonly string[],
): Schemas['RevokeDelegatedAccessResponse'] {
  const results = walletIds.map((walletId) => {
    const delegation = delegationOf(backend, walletId)
    if (delegation?.environmentId !== environmentId)
      return { walletId, success: false, error: 'The wallet is unknown here, or has no delegated access.' }
    revokeDelegation(backend, delegation)
    return { walletId, success: true }
  })
  const succeeded = results.filter(({ success }) => success).length
  return { results, total: results.length, succeeded, failed: results.length - succeeded }
}
