import { defined } from '@latchkey/base/defined'
import { openExport } from '../../domain/flows/keys/keyExport.ts'
import { openKeyGeneration } from '../../domain/flows/keys/keyGeneration.ts'
import { openImport } from '../../domain/flows/keys/keyImport.ts'
import { openRefresh } from '../../domain/flows/keys/keyRefresh.ts'
import { openReshare } from '../../domain/flows/keys/keyReshare.ts'
import { openSigning } from '../../domain/flows/keys/signing.ts'
import { profileWithWallet, updateWalletSettings } from '../../domain/flows/users/walletProfile.ts'
import type { OpenedRoom } from '../../domain/rooms/rooms.ts'
import type { ResourceOperations } from '../operation.ts'

export const waas = {
  async createAccount({ backend, caller, body }) {
    return reply(await openKeyGeneration(backend, caller, body))
  },

  getByAddress({ backend, caller, params }) {
    return { status: 200, body: profileWithWallet(backend, caller, params.walletAddress) }
  },

  updateSettings({ backend, caller, params: { walletId }, body }) {
    return { status: 200, body: updateWalletSettings(backend, caller, { walletId, body }) }
  },

  async signMessage({ backend, caller, params: { walletId }, body, request: { mfaAuthToken } }) {
    return reply(await openSigning(backend, caller, { walletId, body, mfaAuthToken }))
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
    const { body: room, ...rest } = reply(opened)
    return { ...rest, body: { ...room, newServerKeygenIds: [...newServerKeygenIds] } }
  },
} satisfies ResourceOperations<'waas'>

/** The room that a caller meets the service in. Who asks for events gets its end in the same reply. */
function reply({ room, serverKeygenIds }: OpenedRoom) {
  const { id: roomId, walletId } = room
  return {
    status: 200 as const,
    body: { roomId, serverKeygenIds: [...serverKeygenIds], ...defined({ walletId }) },
    watches: roomId,
  }
}
