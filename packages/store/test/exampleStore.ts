import { createStore } from '../src/store.ts'
import { table } from '../src/table.ts'

export interface User {
  readonly id: string
  readonly home: string
  readonly at: number
  readonly email?: string | null
}

export interface Note {
  readonly id: string
  readonly text: string
}

export const tables = {
  users: table<User>()({
    ownedBy: 'nobody',
    indexes: {
      byAt: { columns: ['home', 'at'] },
      byEmail: { columns: ['home', 'email'], unique: 'email_taken' },
    },
  }),
  notes: table<Note>()({ ownedBy: 'nobody' }),
}
export const user = (id: string, at = 0, more: Partial<User> = {}): User => ({ id, home: 'h', at, ...more })
export const storeWith = (...users: User[]) => {
  const store = createStore(tables)
  store.transaction((tx) => users.forEach((each) => tx.users.insert(each)))
  return store
}
export const ids = (records: Iterable<{ readonly id: string }>) => [...records].map(({ id }) => id)
export const five = () =>
  storeWith(user('e', 3), user('b', 1), user('d', 2), user('a', 1), user('c', 2), user('x', 1, { home: 'other' }))
