import { assertSharedKeys } from '../../domain/embeddedWallets/versions.ts'
import { createSharedKeyWallets } from '../../domain/flows/users/embeddedWallets.ts'
import { sharedWalletIn } from '../../domain/keySets/sharedWallets.ts'
import { issueServerTokens } from '../../domain/serverWallets/serverTokens.ts'
import { assert } from '../../domain/shared/errors.ts'
import { presentUser } from '../../domain/users/users.ts'
import { waasWalletOf } from '../../domain/wallets/waasWallets.ts'
import type { ResourceOperations } from '../operation.ts'

export const waasWallets = {
  async authenticate({ backend, caller: { token } }) {
    assert(token, 'forbidden', { message: "This call takes an environment's API token, not a member's." })
    assertSharedKeys(backend, token.environmentId)
    const encodedJwts = await issueServerTokens(backend, token)
    return { status: 200, body: { message: 'The tokens are valid for ten minutes.', encodedJwts } }
  },

  verifyApiKey({ params: { environmentId } }) {
    return { status: 200, body: { environmentId, verified: true } }
  },

  async create({ backend, params, body }) {
    const { user, isCreated } = await createSharedKeyWallets(backend, params.environmentId, body)
    const answer = { user: presentUser(backend, user, { includeSessions: true }) }
    return isCreated ? { status: 201, body: answer } : { status: 200, body: answer }
  },

  get({ backend, params: { environmentId, walletId } }) {
    return { status: 200, body: { wallet: waasWalletOf(sharedWalletIn(backend, environmentId, walletId)) } }
  },
} satisfies ResourceOperations<'waasWallets'>
