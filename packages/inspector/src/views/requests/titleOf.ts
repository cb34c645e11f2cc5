import type { Entry } from '../../live/control.ts'

/** The subject of an entry of the journal, in a few words. */
export function titleOf({ operation, room, socket, status }: Entry): string {
  if (operation !== undefined) return operation
  if (room) return 'Room at the relay'
  if (socket) return status === 101 ? 'WebSocket' : 'Refused WebSocket'
  return 'No operation'
}
