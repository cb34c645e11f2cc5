/** A part of the sources that is changed line by line, and the tests that have to notice. */
export interface Room {
  /** The folder of its package. */
  readonly package: 'base' | 'ceremony' | 'chains' | 'client' | 'crypto' | 'device' | 'mock' | 'signing'
  /** The folder of its sources in the package, or their files as a glob. */
  readonly sources: string
  /** Its tests: files as globs, or folders that end with a slash. */
  readonly tests: readonly string[]
}

const operations = (...resources: readonly string[]) => resources.map((resource) => `src/operations/${resource}/`)
const models = (...names: readonly string[]) => names.map((name) => `test/models/${name}.test.ts`)

/**
 * The rooms where a mistake lets somebody in, or lets value go.
 *
 * The tests of a room are those that state its behaviour. That other tests would break as well does not count.
 */
export const rooms = {
  sessions: {
    package: 'mock',
    sources: 'src/domain/sessions',
    tests: [
      'src/domain/sessions/',
      'src/domain/authentication/jwts.test.ts',
      'src/operations/users/admin.test.ts',
      'src/operations/vendorWallets/sessionKeys.test.ts',
      ...operations('sessions', 'jwks', 'visits', 'sdkSettings', 'customHostnames', 'walletSecrets'),
      ...models('sessions'),
    ],
  },
  credentials: {
    package: 'mock',
    sources: 'src/domain/credentials',
    // Operations that show and guard credentials take minutes, and state the same over HTTP.
    tests: ['src/domain/credentials/'],
  },
  access: {
    package: 'mock',
    sources: 'src/domain/access',
    tests: [
      'src/domain/access/',
      ...operations('gates', 'allowlists', 'allowlistEntries', 'externalAuth', 'screening'),
      ...models('gates'),
    ],
  },
  secondFactor: {
    package: 'mock',
    sources: 'src/domain/secondFactor',
    tests: [
      'src/domain/secondFactor/',
      'src/domain/flows/signIn/mfaSessions.test.ts',
      'src/operations/waas/secondFactor.test.ts',
      ...operations('mfa', 'mfaDevices', 'mfaSettings'),
      ...models('secondFactor'),
    ],
  },
  policies: {
    package: 'mock',
    sources: 'src/domain/policies',
    tests: [
      'src/domain/policies/',
      'src/operations/waas/polic*.test.ts',
      ...operations('waasPolicies', 'signaturePolicies'),
      ...models('policies'),
    ],
  },
  delegation: {
    package: 'mock',
    sources: 'src/domain/delegation',
    tests: [...operations('delegatedAccess'), ...models('delegation')],
  },
  authentication: {
    package: 'mock',
    sources: 'src/domain/authentication',
    tests: [
      'src/domain/authentication/',
      'src/domain/sessions/',
      'src/domain/flows/signIn/mfaSessions.test.ts',
      ...operations('tokens', 'memberTokens', 'members', 'projects', 'sessions', 'waasWallets'),
      ...models('tokens', 'sessions'),
    ],
  },
  encodings: {
    package: 'base',
    sources: 'src/{base32,base64url,bytes,remembered}.ts',
    tests: ['src/{base32,base64url,bytes,remembered}.test.ts'],
  },
  decoding: {
    package: 'signing',
    sources: 'src/{decoding/*,policyChains,policyEffects}.ts',
    tests: ['src/decoding/', 'src/policyChains.test.ts'],
  },
  codecs: { package: 'chains', sources: 'src/codecs', tests: ['src/codecs/'] },
  crypto: { package: 'crypto', sources: 'src', tests: ['src/'] },
  ceremony: { package: 'ceremony', sources: 'src', tests: ['src/', 'test/'] },
  // Tests in a browser run a bundle of the sources, in which nothing is changed.
  clientSession: { package: 'client', sources: 'src/session', tests: ['src/session/!(chromium).test.ts'] },
  device: { package: 'device', sources: 'src', tests: ['src/'] },
} as const satisfies Readonly<Record<string, Room>>

export type RoomName = keyof typeof rooms

/** A pattern of the files of a room, tests included, relative to its package. */
export const filesOf = (sources: string) => (sources.endsWith('.ts') ? sources : `${sources}/**/*.ts`)
