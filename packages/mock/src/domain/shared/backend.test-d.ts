import { newRecord } from '@latchkey/base/newRecord'
import type { Backend, OutsideBackend } from './backend.ts'

declare const backend: Backend
declare const outsideBackend: OutsideBackend

backend.outsideUndo((lasting) => {
  lasting.store.wrongCodes.delete(newRecord(lasting).id)
})
// @ts-expect-error -- an asynchronous write could not be undone and repeated
backend.outsideUndo(async (lasting) => {
  lasting.store.wrongCodes.delete('id')
})
backend.outsideUndo((lasting) => {
  // @ts-expect-error -- a failed request changes no users
  lasting.store.users.delete('id')
})
backend.outsideUndo((lasting) => {
  // @ts-expect-error -- a lasting write contains no other one
  lasting.outsideUndo(() => undefined)
})
// @ts-expect-error -- the store's own attempt would undo what is written outside undo
backend.store.attempt(() => undefined)
// @ts-expect-error -- a rule asks `backend.outside`, and does not read the tables of the simulated world
void backend.store.idpAccounts
// @ts-expect-error -- the simulated world knows nobody's users
void outsideBackend.store.users
