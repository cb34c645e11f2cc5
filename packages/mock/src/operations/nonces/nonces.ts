import { createNonce } from '../../domain/wallets/nonces.ts'
import type { ResourceOperations } from '../operation.ts'

export const nonces = {
  create({ backend, params }) {
    return { status: 200, body: { nonce: createNonce(backend, params.environmentId).id } }
  },
} satisfies ResourceOperations<'nonces'>
