import { everyValue } from '@latchkey/base/everyValue'
import { chain, signInOptions, webhookSecret } from '@latchkey/contract/commonSchemas'
import { randomFaults } from '@latchkey/contract/routes/faultRoutes'
import type { components } from '@latchkey/types'
import { operationSchemas } from '@latchkey/types/zod'
import * as z from 'zod'
import { oauthProviders, providerCatalogue } from '../../domain/providers/providerCatalogue.ts'

type Schemas = components['schemas']

type Shape = Readonly<Record<string, z.ZodType>>
type BodyOperation =
  | 'allowlistEntries.create'
  | 'allowlists.create'
  | 'customFields.create'
  | 'customHostnames.create'
  | 'environments.update'
  | 'gates.create'
  | 'providers.create'
  | 'sdkViews.update'
  | 'users.create'
  | 'webhooks.create'

/** The fields of a request body, as the interface checks them. */
function bodyOf(id: BodyOperation): Shape {
  const body: unknown = operationSchemas[id].body()
  if (body instanceof z.ZodObject) return body.shape as Shape
  throw new TypeError(`The body of ${id} is not an object.`)
}

const optional = (shape: Shape): Shape =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, schema.optional()]))

/** A merge patch of objects (RFC 7396): every field may be left out, or null. Lists are replaced as a whole. */
function patchOf(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodLazy)
    return patchOf(schema.unwrap() as z.ZodType)
  if (!(schema instanceof z.ZodObject)) return schema
  return z.strictObject(
    Object.fromEntries(
      Object.entries(schema.shape as Shape).map(([name, inner]) => [name, patchOf(inner).nullable().optional()]),
    ),
  )
}

const amount = z
  .string()
  .regex(/^\d+(\.\d+)?$/, { error: 'must be a decimal number in a text, such as "2.5"' })
  .describe('Whole units as a decimal text, such as `"2.5"`.')
const networkId = z.int().min(0)
const isEnabled = z.boolean().optional().describe('By default true.')

const ago = z
  .strictObject({ days: z.number().min(0), hours: z.number().min(0), minutes: z.number().min(0) })
  .partial()
  .describe('A time before the present time of the mock: the sum of the parts.')

const nft = {
  networkId,
  contractAddress: z.string(),
  tokenId: z.string().optional(),
  amount: z.number().positive().optional().describe('By default 1.'),
}

const funds = {
  token: z.string().optional().describe("Symbol or address of a token. By default the network's currency."),
  amount,
  networkId: networkId.optional().describe("By default the chain's main network."),
}

const wallet = z.strictObject({
  chain,
  secret: z.string().optional().describe('32 bytes in hex, from which the key is made. By default the mock makes it.'),
  kind: z.string().optional().describe("Kind of account, such as `contract`. By default the chain's first kind."),
  address: z.string().optional().describe('Address of a wallet without a key, in place of `secret` and `kind`.'),
  walletName: z.string().optional().describe('By default `metamask`.'),
  balance: amount.optional().describe("Of the currency of the chain's main network: EVM, ETH and SOL."),
  holdings: z.array(z.strictObject(funds)).optional().describe('Further amounts: EVM, ETH and SOL.'),
  nfts: z.array(z.strictObject(nft)).optional(),
  name: z.string().optional().describe('A name that leads to the address, such as `ada.eth`.'),
})

const signIn = z.strictObject({
  ago: ago.optional().describe('When. By default now.'),
  origin: z.string().optional(),
  userAgent: z.string().optional(),
})

const { wallets: _, ...profile } = bodyOf('users.create')

const person = z.strictObject({
  ...optional(profile),
  key: z.string().min(1).optional().describe('What the result calls the person. By default the e-mail or username.'),
  fields: z.record(z.string(), z.unknown()).optional().describe('Values of custom fields, by the name of the field.'),
  wallets: z.array(wallet).optional(),
  lists: z.array(z.string()).optional().describe('Names of the allowlists that have the e-mail of the person.'),
  mfa: z.enum(['totp']).optional().describe('An authenticator app. It needs `settings.security.mfa.enabled`.'),
  registered: ago.optional().describe('When the person was created. By default at the first sign-in.'),
  signIns: z.array(signIn).optional().describe('Sign-ins of the past.'),
  signedIn: z
    .union([z.boolean(), z.strictObject(signInOptions)])
    .optional()
    .describe('Signs the person in now: the result has the session. `{ "scope": "gold" }` gives it a scope.'),
})

const idpPerson = z.strictObject({
  email: z.string().optional(),
  emailVerified: z.boolean().optional().describe('By default true.'),
  accountId: z.string().optional(),
  username: z.string().optional(),
  displayName: z.string().optional(),
  photos: z.array(z.string()).optional(),
  profile: z.record(z.string(), z.unknown()).optional(),
})

const { provider: _provider, ...providerSettings } = bodyOf('providers.create')
const provider = z.enum([...providerCatalogue.keys()])
const { name: allowlistName, ...allowlistFields } = optional(bodyOf('allowlists.create'))
const { name: gateName, ...gateFields } = optional(bodyOf('gates.create'))
const { name: fieldName, ...customField } = optional(bodyOf('customFields.create'))
const { url, ...webhook } = optional(bodyOf('webhooks.create'))
const { hostname, ...hostnameFields } = optional(bodyOf('customHostnames.create'))
const required = (schema: z.ZodType | undefined): z.ZodType =>
  schema instanceof z.ZodOptional ? required(schema.unwrap() as z.ZodType) : (schema as z.ZodType)

const allowlist = z.strictObject({
  name: required(allowlistName),
  ...allowlistFields,
  enabled: isEnabled,
  entries: z
    .array(z.union([z.string(), z.strictObject(optional(bodyOf('allowlistEntries.create')))]))
    .optional()
    .describe('E-mail addresses, or entries as `allowlistEntries.create` takes them.'),
})

const chainFacts = z.strictObject({
  tokens: z
    .array(
      z.strictObject({
        chain: chain.optional().describe('By default EVM.'),
        networkId,
        contractAddress: z.string(),
        name: z.string().min(1),
        symbol: z.string().min(1),
        decimals: z.int().min(0).max(36).optional(),
      }),
    )
    .optional()
    .describe('Token contracts to register.'),
  balances: z
    .array(z.strictObject({ address: z.string(), ...funds }))
    .optional()
    .describe('What addresses hold that are not of a person.'),
  nfts: z
    .array(z.strictObject({ owner: z.string(), chain: chain.optional().describe('By default EVM.'), ...nft }))
    .optional(),
  names: z
    .array(
      z.strictObject({
        chain: chain.optional().describe('By default EVM.'),
        name: z.string(),
        owner: z.string(),
        avatar: z.string().optional(),
      }),
    )
    .optional(),
})

const chaos = z.strictObject({
  ...randomFaults,
  // Editors would get all the ids.
  operations: z.array(z.string()).optional().describe('Ids of operations. By default all fail.'),
})

/** The schema of scenarios. `generated/scenario.ts` and `scenario.schema.json` are made of it. */
export const scenarioSchema = z.strictObject({
  $schema: z.string().optional().describe('Where editors find the schema of this file.'),
  clock: z
    .strictObject({
      now: z.string().optional().describe('An instant in ISO 8601.'),
      frozen: z.boolean().optional(),
    })
    .optional()
    .describe('The time of the mock when the scenario is loaded.'),
  environment: z
    .enum(everyValue<Schemas['EnvironmentEnum']>({ sandbox: true, live: true }))
    .optional()
    .describe('By default the sandbox.'),
  settings: patchOf(z.strictObject(bodyOf('environments.update')))
    .optional()
    .describe("A merge patch of the environment's settings."),
  providers: z
    .array(z.union([provider, z.strictObject({ provider, ...optional(providerSettings), enabled: isEnabled })]))
    .optional()
    .describe('Sign-in providers to set up and enable: names, or settings.'),
  customFields: z.array(z.strictObject({ name: required(fieldName), ...customField })).optional(),
  networks: z
    .array(operationSchemas['customNetworks.create'].body())
    .optional()
    .describe('Custom networks of the organization.'),
  origins: z.array(z.string()).optional().describe('Origins of sites that may call the service.'),
  deeplinkUrls: z.array(z.string()).optional().describe('Deep links to which sign-ins may lead back.'),
  hostnames: z
    .array(
      z.strictObject({
        hostname: required(hostname),
        ...hostnameFields,
        active: z.boolean().optional().describe('Publishes the DNS records and activates it.'),
      }),
    )
    .optional()
    .describe('Custom hostnames, pending unless they are active.'),
  sdkViews: z
    .array(
      z.strictObject({
        type: z.enum(everyValue<Schemas['SdkViewType']>({ login: true })),
        ...bodyOf('sdkViews.update'),
      }),
    )
    .optional()
    .describe('Sections of the views that the SDK shows.'),
  dns: z
    .array(
      z.strictObject({
        type: z.enum(everyValue<Schemas['DnsRecordType']>({ TXT: true, CNAME: true })),
        name: z.string(),
        value: z.string(),
      }),
    )
    .optional()
    .describe('Records of the simulated DNS.'),
  prices: z.record(z.string(), z.number().positive()).optional().describe('US dollars by code or symbol.'),
  chain: chainFacts.optional().describe('The simulated chains.'),
  idp: z
    .strictObject(Object.fromEntries(oauthProviders.map((name) => [name, z.array(idpPerson).optional()])))
    .optional()
    .describe('People who can sign in at the simulated identity providers.'),
  allowlists: z.array(allowlist).optional(),
  gates: z.array(z.strictObject({ name: required(gateName), ...gateFields, enabled: isEnabled })).optional(),
  people: z.array(person).optional().describe('The users.'),
  chaos: chaos.optional().describe('Calls that fail by chance, from the end of the scenario on.'),
  webhooks: z
    .array(z.strictObject({ url: required(url), ...webhook, secret: webhookSecret.optional() }))
    .optional()
    .describe('Created last, so that they report what happens after the scenario.'),
})
