import { isObject } from '@latchkey/base/isObject'
import { type Answers, OutsideFailure } from '@latchkey/base/questions'
import { type ForeignAlgorithm, isForeignAlgorithm } from '@latchkey/crypto/foreignAlgorithms'
import type { VerificationKey } from '../../effects/outside.ts'
import type { RealWork } from '../../effects/realParts.ts'
import type { WebReply, WebRequest, WebSource } from '../../effects/webSource.ts'

/** The JWK set at a URL (RFC 7517), which is fetched when it is needed and kept as long as its headers allow. */
export interface RealKeySet {
  /**
   * The keys. They are fetched again after their time, and once in a piece of work that needs a key which is not there,
   * so that rotated keys are found.
   *
   * @param kid - The id of the key that is needed; any key will do if it is absent.
   * @throws Unanswered, {@link OutsideFailure} with a sentence
   */
  keys(kid: string | undefined, work: RealWork): readonly VerificationKey[]
}

/** How long a set is kept whose headers do not say it, in milliseconds. */
const keptMs = 600_000
/** How often a set is fetched for keys that are not in it, in how much time of the mock's clock. */
const searchLimit = { times: 10, inMs: 60_000 }

interface CachedSet {
  readonly keys: readonly VerificationKey[]
  /** Instants of the mock's clock. */
  readonly fetchedAt: number
  readonly until: number
}

/**
 * @param where - The server of the set at the beginning of a sentence.
 * @param request - The request for the set.
 */
export function createKeySet(source: WebSource, where: string, request: WebRequest): RealKeySet {
  let cached: CachedSet | undefined
  /** The instants of the latest fetches for a key that was not there, and the pieces of work that have asked for one. */
  let searches: readonly number[] = []
  const searching = new WeakSet<Answers>()
  /** The keys that a piece of work has fetched, which it goes on with however often it runs. */
  const fetched = new WeakMap<Answers, readonly VerificationKey[]>()

  /** Whether the set may be fetched for a key that is not there. */
  function maySearch({ answers, clock }: RealWork): boolean {
    if (searching.has(answers)) return true
    const now = clock.now()
    searches = searches.filter((instant) => now - searchLimit.inMs < instant && instant <= now)
    if (searches.length >= searchLimit.times) return false
    searches = [...searches, now]
    searching.add(answers)
    return true
  }

  function fetchKeys({ answers, clock }: RealWork): readonly VerificationKey[] {
    const reply = answers.get(source, { label: 'JWK set', content: request }) as WebReply
    const keys = keysIn(reply, where)
    const now = clock.now()
    const { maxAgeSeconds } = reply
    cached = { keys, fetchedAt: now, until: now + (maxAgeSeconds === undefined ? keptMs : maxAgeSeconds * 1000) }
    fetched.set(answers, keys)
    return keys
  }

  return {
    keys(kid, work) {
      const own = fetched.get(work.answers)
      if (own) return own
      const now = work.clock.now()
      // A clock that was turned back knows nothing of what was fetched later.
      const fresh = cached && cached.fetchedAt <= now && now < cached.until ? cached.keys : undefined
      const isThere = fresh?.some((key) => kid === undefined || key.kid === kid)
      return fresh && (isThere || !maySearch(work)) ? fresh : fetchKeys(work)
    },
  }
}

/** Asks for a JWK set at once, outside of any piece of work. @throws Error with a sentence when there is none */
export async function probeKeySet(source: WebSource, where: string, request: WebRequest): Promise<void> {
  keysIn(await source.send(request), where)
}

/** @throws {@link OutsideFailure} with a sentence for a reply that is no JWK set */
function keysIn(reply: WebReply, where: string): readonly VerificationKey[] {
  const keys = readKeySet(reply)
  if (!keys) throw new OutsideFailure(`${where} has no JWK set at its URL (status ${reply.status}).`)
  return keys
}

/** The public members of keys (RFC 7518, section 6; RFC 8037). */
const publicMembers = ['kty', 'crv', 'x', 'y', 'n', 'e'] as const

/** The signatures by keys that do not name theirs, by type and curve. */
const usableFor: Readonly<Record<string, readonly ForeignAlgorithm[]>> = {
  RSA: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  'EC P-256': ['ES256'],
  'EC P-384': ['ES384'],
  'EC P-521': ['ES512'],
  'OKP Ed25519': ['EdDSA'],
}

/** The keys of a JWK set that verify signatures: a row for each algorithm of a key. `undefined` if it is no JWK set. */
function readKeySet({ status, body }: WebReply): readonly VerificationKey[] | undefined {
  if (status !== 200 || !isObject(body) || !Array.isArray(body['keys'])) return undefined
  return body['keys'].filter(isObject).flatMap(verificationKeysOf)
}

function verificationKeysOf(jwk: Readonly<Record<string, unknown>>): readonly VerificationKey[] {
  const { kid = '', kty, crv, alg, use, key_ops: operations } = jwk
  const isForSignatures =
    (use === undefined || use === 'sig') && (!Array.isArray(operations) || operations.includes('verify'))
  const usable = usableFor[kty === 'RSA' ? kty : `${String(kty)} ${String(crv)}`] ?? []
  if (!isForSignatures || typeof kid !== 'string') return []
  const named = alg === 'Ed25519' ? 'EdDSA' : alg
  const algorithms = named === undefined ? usable : usable.filter((algorithm) => algorithm === named)
  return algorithms.filter(isForeignAlgorithm).map((algorithm) => ({
    kid,
    algorithm,
    // Each row has an object of its own: an imported key is cached for it.
    publicJwk: Object.fromEntries(
      publicMembers.flatMap((name) => (typeof jwk[name] === 'string' ? [[name, jwk[name]]] : [])),
    ),
  }))
}
