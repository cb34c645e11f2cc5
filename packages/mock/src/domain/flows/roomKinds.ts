import type { RoomKinds } from '../rooms/relay.ts'
import { keyGenerationRoom } from './keyGeneration.ts'

/** How the rooms of each kind begin and end. */
export const roomKinds: RoomKinds = {
  keygen: keyGenerationRoom,
}
