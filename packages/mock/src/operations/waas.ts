import { openKeyGeneration } from '../domain/flows/keyGeneration.ts'
import type { ResourceOperations } from './operation.ts'

export const waas = {
  async createAccount({ backend, caller, body }) {
    const { id: roomId, walletId, serverKeygenIds } = await openKeyGeneration(backend, caller, body)
    return { status: 200, body: { roomId, serverKeygenIds: [...serverKeygenIds], walletId } }
  },
} satisfies ResourceOperations<'waas'>
