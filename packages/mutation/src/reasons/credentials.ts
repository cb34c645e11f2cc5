import { alwaysThere, inFile, onlyFaster, type Reason } from './reason.ts'

export const credentials: readonly Reason[] = [
  ...inFile('src/domain/credentials/uniqueFields.ts', [
    { code: "''", reason: alwaysThere },
    { code: 'wanted.length === 0', replacement: 'false', reason: onlyFaster },
  ]),
  ...inFile('src/domain/credentials/credentials.ts', [
    {
      code: '[userId]',
      reason: 'A session began with a credential of its own user, so those of others stay as they are.',
    },
    { code: '() => ({})', reason: 'Nothing is added to the reply either way.' },
  ]),
]
