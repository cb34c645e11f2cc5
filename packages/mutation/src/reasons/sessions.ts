import { alwaysThere, inFile, type Reason, sentence, idsDiffer } from './reason.ts'

export const sessions: readonly Reason[] = [
  ...inFile('src/domain/sessions/sessions.ts', [
    { code: 'session.id < jobId', replacement: 'session.id <= jobId', reason: idsDiffer },
  ]),
  ...inFile('src/domain/sessions/signingKeys.ts', [
    { code: "''", reason: alwaysThere },
    { code: '`${a.createdAt} ${a.id}` < `', reason: idsDiffer },
    {
      code: 'expiresAt > retiresAt',
      replacement: 'expiresAt >= retiresAt',
      reason: 'The later of two equal instants is either of them.',
    },
  ]),
  ...inFile('src/domain/sessions/customHostnames.ts', [
    {
      code: "record?.status !== 'pending'",
      replacement: 'false',
      reason: 'Whatever ends the wait for a hostname cancels its lookups, so there is none without a pending hostname.',
    },
    { code: "'hostname'", reason: sentence },
    {
      code: "record.usage === 'cookies'",
      replacement: 'true',
      reason: 'The domain of cookies is read only of hostnames for cookies.',
    },
  ]),
  ...inFile('src/domain/sessions/sessionCookies.ts', [
    { code: 'origin !== undefined', replacement: 'true', reason: 'No list of origins has an absent one.' },
  ]),
  ...inFile('src/domain/sessions/sessionTokens.ts', [
    { code: '[]', reason: 'A text in the list was replaced at no instant, so it is left out as an old token is.' },
  ]),
]
