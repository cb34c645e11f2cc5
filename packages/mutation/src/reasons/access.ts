import { alwaysThere, inFile, noSuchId, onlyFaster, type Reason, sentence } from './reason.ts'

const onNoList = 'No list has the text of the replacement as a name or an id.'
const notVerified = 'The text in the list is no verified credential, so it is left out again.'
const neverEmpty =
  'Other texts than an address and a domain are checked before, and these are not empty by the document.'

export const access: readonly Reason[] = [
  ...inFile('src/domain/access/allowlistIdentities.ts', [
    { code: "''", reason: alwaysThere },
    { code: '[]', reason: onNoList },
  ]),
  ...inFile('src/domain/access/access.ts', [
    { code: '[]', reason: notVerified },
    { code: 'userId === undefined', replacement: 'false', reason: noSuchId },
    { code: "'The address is on a sanctions list.'", reason: sentence },
    { code: "'Nothing is known against the address.'", reason: sentence },
  ]),
  ...inFile('src/domain/access/allowlists.ts', [
    { code: '(group) => searchEntries.skips(group, wanted)', reason: onlyFaster },
    { code: "value === ''", replacement: 'false', reason: neverEmpty },
    { code: "''", reason: neverEmpty },
    {
      code: '/^https?:\\/\\//',
      reason: 'By the document a scheme is at the beginning or in the path, which is cut off.',
    },
  ]),
  ...inFile('src/domain/access/gates.ts', [
    { code: 'assertRules(gate)', reason: 'A stored gate has passed the same rules.' },
  ]),
]
