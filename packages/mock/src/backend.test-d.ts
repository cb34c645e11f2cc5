import { type Backend, newRecord, type OutsideBackend } from './backend.ts'

declare const backend: Backend
declare const outsideBackend: OutsideBackend

backend.outsideUndo((kept) => {
  kept.store.wrongCodes.delete(newRecord(kept).id)
})
// @ts-expect-error -- a write that is not over when it returns could not be undone and repeated
backend.outsideUndo(async (kept) => {
  kept.store.wrongCodes.delete('id')
})
backend.outsideUndo((kept) => {
  // @ts-expect-error -- a failed request changes no users
  kept.store.users.delete('id')
})
backend.outsideUndo((kept) => {
  // @ts-expect-error -- a write that stays is not part of another one
  kept.outsideUndo(() => undefined)
})
// @ts-expect-error -- the store's own attempt would undo what is written outside undo
backend.store.attempt(() => undefined)
// @ts-expect-error -- a rule asks `backend.outside`, and does not read the tables of the pretended world
void backend.store.idpAccounts
// @ts-expect-error -- the pretended world knows nobody's users
void outsideBackend.store.users
