import { openExport } from '../domain/flows/keyExport.ts'
import { openKeyGeneration } from '../domain/flows/keyGeneration.ts'
import { openImport } from '../domain/flows/keyImport.ts'
import { openRefresh } from '../domain/flows/keyRefresh.ts'
import { openReshare } from '../domain/flows/keyReshare.ts'
import type { Room } from '../store/roomRecords.ts'
import { profileWithWallet, updateWalletSettings } from '../domain/flows/walletProfile.ts'
import { openSigning } from '../domain/flows/signing.ts'
import type { ResourceOperations } from './operation.ts'

export const waas = {
  async createAccount({ backend, caller, body }) {
    const { id: roomId, walletId, serverKeygenIds } = await openKeyGeneration(backend, caller, body)
    return { status: 200, body: { roomId, serverKeygenIds: [...serverKeygenIds], walletId }, watches: roomId }
  },

  getByAddress({ backend, caller, params }) {
    return { status: 200, body: profileWithWallet(backend, caller, params.walletAddress) }
  },

  updateSettings({ backend, caller, params: { walletId }, body }) {
    return { status: 200, body: updateWalletSettings(backend, caller, { walletId, body }) }
  },

  async signMessage({ backend, caller, params: { walletId }, body, request }) {
    const opened = await openSigning(backend, caller, { walletId, body, raw: request.mfaAuthToken })
    const { room, serverKeygenIds } = opened
    return {
      status: 200,
      body: { roomId: room.id, serverKeygenIds: [...serverKeygenIds], walletId },
      watches: room.id,
    }
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
