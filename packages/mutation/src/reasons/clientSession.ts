import { alwaysThere, inFile, onlyFaster, type Reason } from './reason.ts'

const returnsNothing = 'A function that ends without a value says the same.'

export const clientSession: readonly Reason[] = [
  ...inFile('src/session/cookieStorage.ts', [
    { code: "''", reason: 'The text in its place has no cookie, and a part that matches is always there.' },
    { code: '/^([^=]*)=(.*)$/', reason: 'A name begins at the first character, and a cookie has no line break.' },
  ]),
  ...inFile('src/session/exclusively.ts', [
    {
      code: 'locks',
      replacement: 'true',
      reason: 'Without Web Locks the call throws, which is caught like their refusal.',
    },
  ]),
  ...inFile('src/session/frame.ts', [{ code: "''", reason: alwaysThere }]),
  ...inFile('src/session/messenger.ts', [
    { code: 'true', replacement: 'false', reason: 'Any answer but `undefined` ends the wait.' },
  ]),
  ...inFile('src/session/note.ts', [{ code: "''", reason: 'The text in its place is no note either.' }]),
  ...inFile('src/session/record.ts', [
    { code: "''", reason: 'The text in its place is no date either.' },
    { code: '{ return undefined }', replacement: '{}', reason: returnsNothing },
  ]),
  ...inFile('src/session/renewal.ts', [
    {
      code: 'store.current === from',
      replacement: 'true',
      reason: 'It is asked again once the lock is held.',
    },
  ]),
  ...inFile('src/session/store.ts', [
    { code: 'record !== current', replacement: 'true', reason: 'To set the present record again changes nothing.' },
  ]),
  ...inFile('src/session/surroundings.ts', [
    { code: '{ return undefined }', replacement: '{}', reason: returnsNothing },
  ]),
  ...inFile('src/session/view.ts', [
    { code: 'before?.user === user && before?.view.state === state', replacement: 'false', reason: onlyFaster },
  ]),
  ...inFile('src/session/oauth.ts', [
    { code: '{ return undefined }', reason: 'The function returns nothing at its end either.' },
  ]),
]
