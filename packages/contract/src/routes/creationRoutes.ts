import { everyValue } from '@latchkey/base/everyValue'
import type { components } from '@latchkey/types'
import {
  Allowlist,
  AllowlistEntry,
  CustomField,
  DeeplinkUrl,
  Gate,
  GlobalWalletConnection,
  Hostname,
  InternalBulkUpdateUserFields,
  operationSchemas,
  OriginResponse,
  Provider,
  ProviderEnum,
  TokenWithRaw,
  User,
  Wallet,
  Webhook,
} from '@latchkey/types/zod'
import * as z from 'zod'
import { environmentChoice, webhookSecret } from '../commonSchemas.ts'
import type { ControlRoutes } from './controlRoute.ts'

type Schemas = components['schemas']

/** Gates, allowlists and providers are enabled unless it is false. */
const isEnabled = { enabled: z.boolean().optional() }

/** The routes of `mock.create`. The operation that creates a record checks the input. */
export const creationRoutes = {
  'POST create/user': creation({
    what: 'a user',
    shape: environmentChoice,
    fields: () => InternalBulkUpdateUserFields,
    output: User,
  }),
  'POST create/wallet': creation({
    what: 'a wallet',
    shape: { ...environmentChoice, userId: z.string() },
    fields: operationSchemas['wallets.create'].body,
    output: Wallet,
  }),
  'POST create/gate': creation({
    what: 'a gate',
    shape: environmentChoice,
    further: isEnabled,
    fields: operationSchemas['gates.create'].body,
    output: Gate,
  }),
  'POST create/allowlist': creation({
    what: 'an allowlist',
    shape: environmentChoice,
    further: isEnabled,
    fields: operationSchemas['allowlists.create'].body,
    output: Allowlist,
  }),
  'POST create/allowlistEntry': creation({
    what: 'an allowlist entry',
    shape: { allowlistId: z.string() },
    fields: operationSchemas['allowlistEntries.create'].body,
    output: AllowlistEntry,
  }),
  'POST create/provider': creation({
    what: "a provider's settings",
    shape: { ...environmentChoice, provider: ProviderEnum },
    further: isEnabled,
    fields: operationSchemas['providers.create'].body,
    output: Provider,
  }),
  'POST create/webhook': creation({
    what: 'a webhook',
    shape: { ...environmentChoice, url: z.string(), secret: webhookSecret.optional() },
    fields: operationSchemas['webhooks.create'].body,
    output: z.intersection(Webhook, z.object({ secret: z.string() })),
  }),
  'POST create/customField': creation({
    what: 'a custom field',
    shape: environmentChoice,
    fields: operationSchemas['customFields.create'].body,
    output: CustomField,
  }),
  'POST create/customHostname': creation({
    what: 'a custom hostname',
    shape: { ...environmentChoice, hostname: z.string(), active: z.boolean().optional() },
    fields: operationSchemas['customHostnames.create'].body,
    output: Hostname,
  }),
  'POST create/origin': ownCreation({
    what: 'an origin',
    shape: { ...environmentChoice, origin: z.string() },
    output: OriginResponse,
  }),
  'POST create/deeplinkUrl': ownCreation({
    what: 'a deep link',
    shape: { ...environmentChoice, url: z.string() },
    output: DeeplinkUrl,
  }),
  'POST create/token': creation({
    what: 'an API token',
    shape: environmentChoice,
    further: { expiresAt: z.string().optional() },
    fields: operationSchemas['tokens.create'].body,
    output: TokenWithRaw,
  }),
  'POST create/admin': ownCreation({
    what: 'an admin',
    shape: {
      email: z.email().optional(),
      role: z
        .enum(everyValue<Exclude<Schemas['RoleEnum'], 'owner'>>({ admin: true, developer: true, viewer: true }))
        .nullish(),
      walletPublicKey: z.string().optional().describe('An address of any chain.'),
      phoneNumber: z.string().optional().describe('In E.164 form.'),
    },
    output: z.object({ id: z.string(), email: z.string(), token: z.string() }),
  }),
  'POST create/totp': ownCreation({
    what: 'a verified authenticator app of a user',
    shape: { userId: z.string() },
    output: z.object({ deviceId: z.string(), secret: z.string(), code: z.string() }),
  }),
  'POST create/globalWalletConnection': ownCreation({
    what: 'a connection of the global wallet to a site',
    shape: {
      userId: z.string(),
      appUrl: z.string(),
      expiresAt: z.string().nullish(),
      status: z
        .enum(everyValue<Schemas['GlobalWalletConnectionStatusEnum']>({ connected: true, disconnected: true }))
        .optional(),
    },
    output: GlobalWalletConnection,
  }),
  'POST create/organization': ownCreation({
    what: 'an organization',
    shape: { name: z.string().optional(), owner: z.string() },
    output: z.object({ id: z.string(), name: z.string() }),
  }),
} satisfies ControlRoutes

interface OwnCreation<S extends z.ZodRawShape, O extends z.ZodType> {
  readonly what: string
  /** The fields that the route itself reads. */
  readonly shape: S
  readonly output: O
}

/** A creation of which no operation takes the input, so nothing else would refuse a field that does not exist. */
function ownCreation<S extends z.ZodRawShape, O extends z.ZodType>({ what, shape, output }: OwnCreation<S, O>) {
  return { summary: `Creates ${what}`, input: z.strictObject(shape), output }
}

interface Creation<S extends z.ZodRawShape, O extends z.ZodType> extends OwnCreation<S, O> {
  /** The body of the operation, which gets all other fields as they are. They can be left out: the factory has values. */
  readonly fields: () => z.ZodType
  /** Fields that the factory reads. */
  readonly further?: z.ZodRawShape
}

function creation<S extends z.ZodRawShape, O extends z.ZodType>({
  what,
  shape,
  fields,
  further = {},
  output,
}: Creation<S, O>) {
  return {
    summary: `Creates ${what}`,
    input: z.looseObject(shape),
    described: () => z.strictObject({ ...optionalFields(fields()), ...further, ...shape }),
    output,
  }
}

function optionalFields(body: z.ZodType): z.ZodRawShape {
  if (body instanceof z.ZodLazy) return optionalFields(body.unwrap() as z.ZodType)
  if (!(body instanceof z.ZodObject)) throw new TypeError('Failed to describe a creation: its body is not an object.')
  return body.partial().shape
}
