import * as z from 'zod'
import type { Mock } from '../createMock.ts'
import { providerCatalogue } from '../domain/providers/providerCatalogue.ts'
import type { ControlRoute } from './controlRoute.ts'
import type { Place } from './factories.ts'

/** The routes of `mock.create`. The operation that creates a record checks the input. */
export const creationRoutes: Readonly<Record<string, ControlRoute>> = {
  'POST create/user': creation('a user', {}, (mock, input, at) => mock.create.user(input, at)),
  'POST create/wallet': creation('a wallet', { userId: z.string() }, (mock, { userId, ...input }, at) =>
    mock.create.wallet(userId, input, at),
  ),
  'POST create/gate': creation('a gate', {}, (mock, input, at) => mock.create.gate(input, at)),
  'POST create/allowlist': creation('an allowlist', {}, (mock, input, at) => mock.create.allowlist(input, at)),
  'POST create/allowlistEntry': creation(
    'an allowlist entry',
    { allowlistId: z.string() },
    (mock, { allowlistId, ...input }) => mock.create.allowlistEntry(allowlistId, input),
  ),
  'POST create/provider': creation(
    "a provider's settings",
    { provider: z.enum([...providerCatalogue.keys()]) },
    (mock, input, at) => mock.create.provider(input, at),
  ),
  'POST create/webhook': creation('a webhook', { url: z.string() }, (mock, input, at) =>
    mock.create.webhook(input, at),
  ),
  'POST create/customField': creation('a custom field', {}, (mock, input, at) => mock.create.customField(input, at)),
  'POST create/customHostname': creation(
    'a custom hostname',
    { hostname: z.string(), active: z.boolean().optional() },
    (mock, input, at) => mock.create.customHostname(input, at),
  ),
  'POST create/origin': creation('an origin', { origin: z.string() }, (mock, { origin }, at) =>
    mock.create.origin(origin, at),
  ),
  'POST create/deeplinkUrl': creation('a deep link', { url: z.string() }, (mock, { url }, at) =>
    mock.create.deeplinkUrl(url, at),
  ),
  'POST create/token': creation('an API token', {}, (mock, input, at) => mock.create.token(input, at)),
  'POST create/admin': creation(
    'an admin',
    { email: z.email().optional(), role: z.enum(['admin', 'developer', 'viewer']).nullish() },
    (mock, input) => mock.create.admin(input),
  ),
  'POST create/totp': creation(
    'a verified authenticator app of a user',
    { userId: z.string() },
    async (mock, { userId }) => {
      const { deviceId, secret, code } = await mock.create.totp(userId)
      return { deviceId, secret, code: code() }
    },
  ),
  'POST create/globalWalletConnection': creation(
    'a connection of the global wallet to a site',
    {
      userId: z.string(),
      appUrl: z.string(),
      expiresAt: z.string().nullish(),
      status: z.enum(['connected', 'disconnected']).optional(),
    },
    (mock, { userId, appUrl, expiresAt, status }) =>
      mock.create.globalWalletConnection({ userId, appUrl, expiresAt, status }),
  ),
  'POST create/organization': creation(
    'an organization',
    { name: z.string().optional(), owner: z.string() },
    (mock, input) => mock.create.organization(input),
  ),
}

/** The fields of a shape, and any other field. */
type Loose<S extends z.ZodRawShape> = z.output<z.ZodObject<S>> & Record<string, unknown>

function creation<S extends z.ZodRawShape>(
  what: string,
  shape: S,
  create: (mock: Mock, input: Loose<S>, at: Place) => unknown,
): ControlRoute {
  return {
    summary: `Creates ${what}`,
    input: z.looseObject({ environmentId: z.string().optional(), ...shape }),
    run: (mock, { environmentId, ...input }: Place & Record<string, unknown>) =>
      create(mock, input as Loose<S>, { environmentId }),
  }
}
