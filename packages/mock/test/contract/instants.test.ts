import document from '@latchkey/types/openapi.json' with { type: 'json' }
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { enableRamps, orderBody, personWithPhone } from '../people/rampPeople.ts'

const host = createHost()
const email = 'ada@example.com'
const shop = 'https://shop.example.com'

type Node = Readonly<Record<string, unknown>>

const deref = (node: Node): Node => {
  if (typeof node.$ref !== 'string') return node
  const keys = node.$ref.slice(2).split('/')
  return deref(keys.reduce((at, key) => at[key] as Node, document as unknown as Node))
}

/** The paths of all instants in a schema. A schema that contains itself is read once. */
function instantsIn(schema: Node, path: string, outer: ReadonlySet<Node> = new Set()): string[] {
  const node = deref(schema)
  if (outer.has(node)) return []
  const within = new Set([...outer, node])
  const own = node.format === 'date-time' ? [path] : []
  const variants = ['allOf', 'anyOf', 'oneOf'].flatMap((name) => (node[name] ?? []) as Node[])
  const properties = Object.entries((node.properties ?? {}) as Record<string, Node>)
  return [
    ...own,
    ...variants.flatMap((variant) => instantsIn(variant, path, within)),
    ...properties.flatMap(([name, property]) => instantsIn(property, `${path}.${name}`, within)),
    ...(node.items ? instantsIn(node.items as Node, `${path}[]`, within) : []),
  ]
}

/** Every instant that a request of an operation can have, as `operation path`. */
function instantsOfRequests(): string[] {
  const items = Object.values(document.paths) as unknown as Record<string, Node>[]
  const found = items.flatMap((item) =>
    Object.values(item).flatMap((operation) => {
      if (typeof operation.operationId !== 'string') return []
      const parameters = [item.parameters ?? [], operation.parameters ?? []].flat() as Node[]
      const { content = {} } = deref((operation.requestBody ?? {}) as Node) as { content?: Record<string, Node> }
      const paths = [
        ...parameters.flatMap((parameter) => {
          const { name, schema } = deref(parameter)
          return instantsIn((schema ?? {}) as Node, String(name))
        }),
        ...Object.values(content).flatMap(({ schema }) => instantsIn((schema ?? {}) as Node, 'body')),
      ]
      return paths.map((path) => `${operation.operationId} ${path}`)
    }),
  )
  return [...new Set(found)].toSorted()
}

const verifiedAt = (user: { verifiedCredentials?: readonly { verifiedAt?: string | null }[] } | undefined) =>
  user?.verifiedCredentials?.[0]?.verifiedAt

/** Sends an instant. @returns The instant as the service has it */
const readBack: Readonly<Record<string, (text: string) => Promise<unknown>>> = {
  'users.create body.emailVerifiedAt': async (emailVerifiedAt) =>
    verifiedAt((await host.call('users.create', { body: { email, emailVerifiedAt } })).body.user),
  'users.bulkCreate body[].emailVerifiedAt': async (emailVerifiedAt) => {
    const { created } = (await host.call('users.bulkCreate', { body: [{ email, emailVerifiedAt }] })).body
    return verifiedAt((await host.call('users.get', { params: { userId: created?.[0]?.id ?? '' } })).body.user)
  },
  async 'globalWalletConnections.create body.expiresAt'(expiresAt) {
    await host.call('globalWallets.create', { body: { walletName: 'Example Wallet' } })
    await host.call('globalWallets.enable')
    const { token } = await host.mock.signIn(await host.mock.create.user({ email }))
    const input = { token, body: { expiresAt }, headers: { origin: shop } }
    return (await host.call('globalWalletConnections.create', input)).body.expiresAt
  },
  async 'onramps.createOrder body.agreementAcceptedAt'(agreementAcceptedAt) {
    await enableRamps(host)
    const { userId } = await personWithPhone(host)
    // It is not shown: it has to have passed.
    await host.mock.clock.set('2026-01-16T07:29:59.999Z')
    const { token } = await host.mock.signIn(userId)
    await host.refuse('onramps.createOrder', { token, body: orderBody({ agreementAcceptedAt }) })
    await host.mock.clock.set(instant)
    await host.call('onramps.createOrder', { token, body: orderBody({ agreementAcceptedAt }) })
    return instant
  },
}

/** Instants that the settings show and nobody can set. */
const shownOnly = [
  'environments.update body.exchanges[].enabledAt',
  'environments.update body.providers[].enabledAt',
  'environments.update body.providers[].termsAcceptedByUser.createdAt',
]

const instant = '2026-01-16T07:30:00.000Z'
const spellings = [
  '2026-01-16T07:30:00Z',
  '2026-01-16t07:30:00.000z',
  '2026-01-16 07:30:00Z',
  '2026-01-16T10:30:00+03:00',
  '2026-01-16T10:30:00+0300',
  '2026-01-16T07:30:00+00',
]

describe('an instant of a request', () => {
  it('is one of those that this file reads back', () => {
    expect(instantsOfRequests()).toEqual([...Object.keys(readBack), ...shownOnly].toSorted())
  })

  describe.each(Object.keys(readBack))('as %s', (name) => {
    beforeEach(async () => {
      await host.mock.clock.set(name.startsWith('users.') ? '2026-01-17T00:00:00Z' : '2026-01-15T09:30:00Z')
    })

    it.each(spellings)('means the same as any other spelling: %s', async (text) => {
      expect(await readBack[name]?.(text)).toBe(instant)
    })
  })
})
