import { isAddressOf } from '@latchkey/crypto/chainAddresses'
import { linkProvedWallet, selectWallet, transferWallet, unlink } from '../../domain/flows/accounts/walletLinking.ts'
import { signInWithWallet } from '../../domain/flows/signIn/walletSignIn.ts'
import { assert } from '../../domain/shared/errors.ts'
import { assertEnvironment } from '../../domain/shared/recordGuards.ts'
import type { ResourceOperations } from '../operation.ts'

export const walletSignIn = {
  async verify({ backend, params, body, request }) {
    const { body: reply, cookies } = await signInWithWallet(backend, params.environmentId, { body, request })
    return { status: 200, body: reply, cookies }
  },

  async link({ backend, caller, body, request }) {
    const { body: reply, cookies } = await linkProvedWallet(backend, caller, { body, request })
    return { status: 200, body: reply, cookies }
  },

  async transfer({ backend, caller, body, request }) {
    const { body: reply, cookies } = await transferWallet(backend, caller, { body, request })
    return { status: 200, body: reply, cookies }
  },

  async unlink({ backend, caller, body, request }) {
    const { body: reply, cookies } = await unlink(backend, caller, { body, raw: request.mfaAuthToken })
    return { status: 200, body: reply, cookies }
  },

  async select({ backend, caller, body }) {
    const { body: reply, cookies } = await selectWallet(backend, caller, body.walletId)
    return { status: 200, body: reply, cookies }
  },

  /** Nothing here is slow, so there is nothing to prepare. */
  prefetch({ backend, params, body }) {
    assertEnvironment(backend, params.environmentId)
    assert(isAddressOf(body.chain, body.publicWalletAddress), 'badRequest', {
      message: 'This address does not exist on this chain.',
    })
    return { status: 202 }
  },
} satisfies ResourceOperations<'walletSignIn'>
