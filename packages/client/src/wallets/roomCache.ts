/** How long a room counts as usable. The service keeps it for ten minutes. */
const usableMs = 9 * 60_000

/** Rooms that were opened in advance, by wallet. */
export interface RoomCache {
  add(walletId: string, roomIds: readonly string[]): void
  /** Takes a room that may still be usable. */
  take(walletId: string): string | undefined
}

export function createRoomCache(): RoomCache {
  const rooms = new Map<string, { roomId: string; endsAtMs: number }[]>()
  return {
    add(walletId, roomIds) {
      const endsAtMs = performance.now() + usableMs
      rooms.set(walletId, [...(rooms.get(walletId) ?? []), ...roomIds.map((roomId) => ({ roomId, endsAtMs }))])
    },
    take(walletId) {
      const usable = (rooms.get(walletId) ?? []).filter(({ endsAtMs }) => endsAtMs > performance.now())
      const [room, ...others] = usable
      rooms.set(walletId, others)
      return room?.roomId
    },
  }
}
