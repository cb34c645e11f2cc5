import { alwaysThere, inFile, onlyFaster, type Reason, sentence } from './reason.ts'

const twice = 'The algorithm is compared twice: for the choice of the key, and by the library that verifies.'
const namesNothing = 'A claim that is no text names no issuer, user or session, and the token is refused for that.'

export const authentication: readonly Reason[] = [
  ...inFile('src/domain/authentication/apiTokens.ts', [{ code: "''", reason: alwaysThere }]),
  ...inFile('src/domain/authentication/jwtClaims.ts', [
    { code: 'cached && cached.issuedNames', replacement: 'false', reason: onlyFaster },
    {
      code: 'keys.some(({ kid }) => kid === cached.kid)',
      reason:
        'It verifies again where there are several keys. Without a key the environment has issued no token, and the issuer does not match.',
    },
    { code: '({ kid }) => kid === cached.kid', reason: onlyFaster },
    { code: 'kid === cached.kid', replacement: 'false', reason: onlyFaster },
    { code: 'algorithm === token.header.alg', replacement: 'true', reason: twice },
    { code: 'verified.', reason: 'It only makes the cache smaller or larger, and no token counts for longer.' },
    { code: "''", reason: 'A cache that is full has a first key, so the text in its place is never read.' },
    { code: '{ kid: key.kid, claims, issuedNames }', reason: onlyFaster },
    { code: '{ algorithms: [algorithm] }', reason: twice },
    {
      code: 'error instanceof jose.errors.JOSEError',
      replacement: 'true',
      reason: 'The library throws nothing else for a key that the service has made.',
    },
    { code: "typeof iss !== 'string'", replacement: 'false', reason: namesNothing },
    { code: "typeof sub !== 'string'", replacement: 'false', reason: namesNothing },
    { code: "typeof sid === 'string'", replacement: 'true', reason: namesNothing },
  ]),
  ...inFile('src/domain/authentication/jwts.ts', [
    { code: "''", reason: 'No environment has the empty text or that of the replacement as its id.' },
    {
      code: 'open',
      replacement: 'true',
      reason: 'The session was read just before, and no request that runs meanwhile deletes it.',
    },
  ]),
  ...inFile('src/domain/authentication/jwtKinds.ts', [{ code: "'This token ", reason: sentence }]),
]
