import { sharedWalletOfCaller } from '../../domain/keySets/sharedWallets.ts'
import { openRooms } from '../../domain/rooms/rooms.ts'
import type { ResourceOperations } from '../operation.ts'

/** How many rooms a call opens that does not say. */
const defaultCount = 5

export const waasRooms = {
  createRooms({ backend, caller, params, body: { roomType: type, roomCount: count = defaultCount } }) {
    const { wallet } = sharedWalletOfCaller(backend, caller, params.walletId)
    const rooms = openRooms(backend, caller, { type, walletId: wallet.id, count })
    return { status: 200, body: { roomIds: rooms.map(({ id }) => id) } }
  },

  createWithoutWallet({ backend, caller, body }) {
    const { roomType: type, thresholdSignatureScheme: scheme, roomCount: count = defaultCount } = body
    const rooms = openRooms(backend, caller, { type, scheme, count })
    return { status: 200, body: { roomIds: rooms.map(({ id }) => id) } }
  },
} satisfies ResourceOperations<'waasRooms'>
