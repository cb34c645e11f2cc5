import type { RoomKinds } from '../../rooms/relay.ts'
import { exportRoom } from './keyExport.ts'
import { keyGenerationRoom } from './keyGeneration.ts'
import { importRoom } from './keyImport.ts'
import { refreshRoom } from './keyRefresh.ts'
import { reshareRoom } from './keyReshare.ts'
import { signingRoom } from './signing.ts'

/** How the rooms of each kind begin and end. */
export const roomKinds: RoomKinds = {
  keygen: keyGenerationRoom,
  import: importRoom,
  refresh: refreshRoom,
  reshare: reshareRoom,
  export: exportRoom,
  sign: signingRoom,
}
