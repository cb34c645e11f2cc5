import { defined } from '@latchkey/base/defined'
import { addKey, currentKeyOf, keysOf, presentKey } from '../../domain/delegation/keys.ts'
import {
  deliverShare,
  openDelegatedSigning,
  revokeDelegationOf,
  revokeDelegations,
} from '../../domain/flows/keys/delegations.ts'
import { existing, inEnvironment } from '../../domain/shared/recordGuards.ts'
import type { DelegationKey } from '../../store/delegationRecords.ts'
import type { ResourceOperations } from '../operation.ts'

export const delegatedAccess = {
  listKeys({ backend, params: { environmentId }, query: { includeAll = false } }) {
    if (!includeAll)
      return { status: 200, body: keyReply(existing(currentKeyOf(backend, environmentId), 'delegation key')) }
    const keys = keysOf(backend, environmentId).map(presentKey)
    return { status: 200, body: { keys, message: 'Shares are sealed to the first of these keys.' } }
  },

  async createKey({ backend, params: { environmentId }, body }) {
    const { publicKeyPemB64: publicKey, kid, alg, type, createdAt } = await addKey(backend, environmentId, body)
    return { status: 201, body: { publicKey, kid, alg, type, createdAt, updatedAt: createdAt } }
  },

  getKey({ backend, params: { environmentId, keyId } }) {
    return {
      status: 200,
      body: keyReply(inEnvironment(backend.store.delegationKeys.get(keyId), environmentId, 'delegation key')),
    }
  },

  getCurrentKey({ backend, params: { environmentId } }) {
    return { status: 200, body: keyReply(existing(currentKeyOf(backend, environmentId), 'delegation key')) }
  },

  async deliver({ backend, caller, params: { walletId }, body }) {
    const { id, deliveredAt } = await deliverShare(backend, caller, { walletId, body })
    const [status, message] =
      deliveredAt === undefined
        ? (['queued', 'The share waits for a webhook of the environment.'] as const)
        : (['accepted', 'The share was sent to the webhooks of the environment.'] as const)
    return { status: 202, body: { delegatedShareDeliveryId: id, status, message } }
  },

  async signMessage({ backend, caller, params, body, request: { walletApiKey } }) {
    const opened = await openDelegatedSigning(backend, caller, { ...params, body, walletApiKey })
    const { id: roomId, walletId } = opened.room
    const serverKeygenIds = [...opened.serverKeygenIds]
    return { status: 200, body: { roomId, serverKeygenIds, ...defined({ walletId }) }, watches: roomId }
  },

  revoke({ backend, params: { environmentId }, body: { walletIds } }) {
    return { status: 200, body: revokeDelegations(backend, environmentId, walletIds) }
  },

  delete({ backend, params: { environmentId, walletId } }) {
    revokeDelegationOf(backend, environmentId, walletId)
    return { status: 204 }
  },
} satisfies ResourceOperations<'delegatedAccess'>

function keyReply(key: DelegationKey) {
  return { key: presentKey(key), message: 'Shares are sealed to this key.' }
}
