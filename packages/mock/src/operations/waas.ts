import { openExport } from '../domain/flows/keyExport.ts'
import { openKeyGeneration } from '../domain/flows/keyGeneration.ts'
import { openImport } from '../domain/flows/keyImport.ts'
import { openRefresh } from '../domain/flows/keyRefresh.ts'
import { openReshare } from '../domain/flows/keyReshare.ts'
import type { Room } from '../store/roomRecords.ts'
import type { ResourceOperations } from './operation.ts'

export const waas = {
  async createAccount({ backend, caller, body }) {
    const { id: roomId, walletId, serverKeygenIds } = await openKeyGeneration(backend, caller, body)
    return { status: 200, body: { roomId, serverKeygenIds: [...serverKeygenIds], walletId } }
  },

  async importPrivateKey({ backend, caller, body }) {
    return reply(await openImport(backend, caller, body))
  },

  exportPrivateKey({ backend, caller, params: { walletId }, body, request: { mfaAuthToken } }) {
    return reply(openExport(backend, caller, { walletId, body, mfaAuthToken }))
  },

  refresh({ backend, caller, params: { walletId }, request: { mfaAuthToken } }) {
    return reply(openRefresh(backend, caller, { walletId, mfaAuthToken }))
  },

  async reshare({ backend, caller, params: { walletId }, body, request: { mfaAuthToken } }) {
    const { newServerKeygenIds, ...opened } = await openReshare(backend, caller, { walletId, body, mfaAuthToken })
    const { status, body: room } = reply(opened)
    return { status, body: { ...room, newServerKeygenIds: [...newServerKeygenIds] } }
  },
} satisfies ResourceOperations<'waas'>

function reply({ room, serverKeygenIds }: { readonly room: Room; readonly serverKeygenIds: readonly string[] }) {
  const { id: roomId, walletId } = room
  return { status: 200 as const, body: { roomId, serverKeygenIds: [...serverKeygenIds], walletId } }
}
