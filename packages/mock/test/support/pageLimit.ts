import { DatabaseSync } from 'node:sqlite'

// Loaded by a process before the mock: its parent sets how many pages its state file may have, as on a full disk.
const { prepare } = DatabaseSync.prototype
DatabaseSync.prototype.prepare = function (this: DatabaseSync, ...input) {
  DatabaseSync.prototype.prepare = prepare
  process.on('message', (pages: number) => {
    this.exec(`PRAGMA max_page_count = ${pages}`)
    process.send?.('limited')
  })
  return prepare.apply(this, input)
}
