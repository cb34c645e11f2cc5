import {
  createIssuer,
  type IssuerInput,
  issuerJwks,
  rotateIssuer,
  servedUrl,
  signAsIssuer,
} from '../../outside/issuers.ts'
import type { RealIssuerInput } from '../../outside/real/realIssuer.ts'
import type { Issuer } from '../../store/outsideRecords.ts'
import { transact, type World } from '../../world/world.ts'
import { type AttachedPart, shown } from './attachControl.ts'

/** A simulated issuer of foreign JWTs. */
export interface IssuerHandle {
  /** `iss` of its tokens. */
  readonly issuer: string
  /** Value for `security.externalAuth.jwksUrl` of the settings. Nothing is fetched from it unless it is attached. */
  readonly jwksUrl: string
  /** Where the mock serves the JWK set over HTTP, for other readers. */
  readonly servedUrl: string
  /**
   * Signs claims with the newest key. By default `iss`, `iat` and `exp` (one hour later) are added; a claim that is
   * `undefined` is left out.
   *
   * @param options.header - Header parameters besides `alg`, such as another `kid`.
   */
  sign(
    claims: Readonly<Record<string, unknown>>,
    options?: { readonly header?: Readonly<Record<string, unknown>> | undefined },
  ): Promise<string>
  /**
   * Signs with a new key from then on. Older keys stay in the set unless `dropFormer` is true.
   *
   * @returns The new key's id.
   */
  rotate(options?: { readonly dropFormer?: boolean | undefined }): Promise<{ readonly kid: string }>
  /** The JWK set (RFC 7517), the newest key last. */
  jwks(): { readonly keys: readonly Readonly<Record<string, string>>[] }
}

/** The issuers of foreign JWTs: simulated ones, and the JWK sets of real ones. */
export interface IssuerControl {
  /**
   * Creates an issuer whose tokens an environment can trust.
   *
   * @throws TypeError when another issuer publishes its keys at the same URL
   * @example
   * const issuer = await mock.issuers.create({ issuer: 'https://login.example.com' })
   * const externalAuth = { enabled: true, iss: issuer.issuer, jwksUrl: issuer.jwksUrl }
   * await mock.settings.patch({ security: { externalAuth } })
   * const jwt = await issuer.sign({ sub: 'user-1' })
   */
  create(input: IssuerInput): Promise<IssuerHandle>
  /**
   * Lets a real JWK set verify the tokens of the issuer that publishes it: it is fetched when tokens need it, and kept
   * as long as its headers allow on the mock's clock. Nothing else is ever fetched. Attaching it again replaces it.
   *
   * @throws TypeError for a server that does not answer, and for a reply that is not a JWK set
   * @example
   * await mock.issuers.attach({ jwksUrl: 'https://login.example.com/.well-known/jwks.json' })
   */
  attach(input: RealIssuerInput): Promise<AttachedPart>
  /** Returns to the simulated set at a URL, if there is one. @returns Whether a real one was attached. */
  detach(jwksUrl: string | URL): boolean
  /** The issuers with a real JWK set, in the order in which they were attached. */
  attached(): AttachedPart[]
  /** An issuer by its `iss`, such as after a fork. @throws TypeError for an unknown issuer */
  get(issuer: string): IssuerHandle
}

const realSets = ({ realParts }: World) => realParts.list().filter(({ keySetUrl }) => keySetUrl !== undefined)

export function createIssuerControl(world: World): IssuerControl {
  const find = (id: string): Issuer => {
    const record = world.store.reader.issuers.get(id)
    if (!record) throw new TypeError('Failed to use an issuer: it does not exist in the present state of the mock.')
    return record
  }
  const handle = ({ id, issuer, jwksUrl }: Issuer): IssuerHandle => ({
    issuer,
    jwksUrl,
    get servedUrl() {
      return servedUrl(world, id)
    },
    sign: (claims, { header } = {}) => signAsIssuer(world, find(id), { claims, header }),
    async rotate(options) {
      const { keys } = await transact(world, (backend) => rotateIssuer(backend, find(id), options))
      return { kid: keys.at(-1)?.kid ?? '' }
    },
    jwks: () => issuerJwks(find(id)),
  })
  function detach(jwksUrl: string | URL): boolean {
    const part = realSets(world).find(({ keySetUrl }) => keySetUrl === String(jwksUrl))
    return part !== undefined && world.realParts.detach(part.name)
  }
  return {
    async attach(input) {
      const { connectIssuer } = await import('../../outside/real/realIssuer.ts')
      const part = await connectIssuer(world.realParts, input)
      detach(input.jwksUrl)
      world.realParts.attach(part)
      return shown(part)
    },
    detach,
    attached: () => realSets(world).map(shown),
    create: async (input) => handle(await transact(world, (backend) => createIssuer(backend, input))),
    get(issuer) {
      const [record] = world.store.reader.issuers.scan('byIssuer', [issuer])
      if (!record) throw new TypeError('Failed to call "issuers.get()": there is no issuer with this `iss`.')
      return handle(record)
    },
  }
}
