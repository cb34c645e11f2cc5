import type { Reply } from '@latchkey/base/reply'
import { isOpenerPresent } from '../domain/rooms/rooms.ts'
import { DomainError, type FailureKey } from '../domain/shared/errors.ts'
import { missing } from '../domain/shared/missingRecords.ts'
import type { Room } from '../store/roomRecords.ts'
import type { World } from '../world/world.ts'
import type { WireReply } from './respond.ts'
import { encodeEvent, eventStreamType } from './serverSentEvents.ts'

/** Whether a caller wants a stream of events (WHATWG HTML, server-sent events). */
export function acceptsEvents(headers: Pick<Headers, 'get'>): boolean {
  const accepted = (headers.get('accept') ?? '').toLowerCase().split(',')
  return accepted.some((type) => type.split(';')[0]?.trim() === eventStreamType)
}

/** The reply as a stream: `room_created` with the body at once, and another event when the room ends. */
export function streamEvents(world: World, { body, watches: roomId = '' }: Reply, written: WireReply): WireReply {
  const headers = { ...written.headers, 'content-type': eventStreamType }
  return { ...written, headers, text: null, stream: streamOfRoom(world, roomId, body) }
}

function streamOfRoom(world: World, roomId: string, opened: unknown): ReadableStream<Uint8Array> {
  let watch: (() => void) | undefined
  const stop = () => {
    if (watch) world.watchers.delete(watch)
  }
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encodeEvent({ name: 'room_created', data: opened }))
      watch = () => {
        const room = world.store.reader.rooms.get(roomId)
        const end = endOf(world, room)
        if (!end) return
        stop()
        controller.enqueue(encodeEvent(end))
        controller.close()
      }
      world.watchers.add(watch)
      watch()
    },
    cancel: stop,
  })
}

/** The last event of a room; `undefined` while the room can go on. */
function endOf({ store, clock }: World, room: Room | undefined): { name: string; data: unknown } | undefined {
  if (!room) return failed(new DomainError('recordNotFound', missing('room')))
  if (room.state === 'completed') return { name: 'ceremony_complete', data: room.outcome ?? {} }
  if (room.failure) return failed(new DomainError(room.failure.key as FailureKey, { message: room.failure.message }))
  if (room.state === 'expired' || room.expiresAt <= clock.iso()) return failed(new DomainError('roomExpired'))
  return isOpenerPresent({ store: store.reader, clock }, room) ? undefined : failed(new DomainError('sessionRevoked'))
}

function failed({ message, code }: DomainError) {
  return { name: 'error', data: { error: message, code } }
}
