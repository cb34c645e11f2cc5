import { chains } from '@latchkey/crypto/chainAddresses'
/** Schemas that several routes of the control interface use. */
import { operationSchemas, ProviderEnum } from '@latchkey/types/zod'
import * as z from 'zod'
import { maximumSecretLength } from './limits.ts'

/** A chain, as wallets name it. */
export const chain = z.enum(chains)

/** The environment of a call. @default the sandbox */
export const environmentChoice = { environmentId: z.string().optional() }

/** How a user signs in without the steps of a real sign-in. */
export const signInOptions = {
  origin: z.string().optional(),
  userAgent: z.string().optional(),
  scope: z
    .string()
    .optional()
    .describe('Scopes of the session, with spaces between them, besides those of gates and allowlists.'),
}

/** The secret of a webhook that an app knows before there is a mock. */
export const webhookSecret = z
  .string()
  .min(1)
  .max(maximumSecretLength)
  .describe('What its messages are signed with. By default the mock makes it.')

/** A whole number in a query. */
export const queriedInteger = z.coerce.number<number>().int()

/** How long a call waits for what is to come, in milliseconds of real time. */
export const waitingTime = z.number().int().min(0).max(120_000)

/** The fields of every record. */
export const entity = { id: z.string(), createdAt: z.string() }

/** A list that the control object gives as one that nobody changes. */
export const list = <T extends z.ZodType>(item: T) => z.array(item).readonly()

/** A JSON object with any fields. */
export const anyObject = z.record(z.string(), z.unknown())

/** A person at a simulated identity provider, or at the messenger. */
export const idpAccount = z.object({
  ...entity,
  provider: ProviderEnum,
  accountId: z.string(),
  email: z.string().optional(),
  emailVerified: z.boolean(),
  username: z.string().optional(),
  displayName: z.string().optional(),
  photos: list(z.string()).optional(),
  profile: anyObject.optional(),
})

/** A raw signature in hex. */
export const rawSignature = z.object({ signature: z.string(), recovery: z.number().optional() })

/** The settings of an environment. */
export const settings = operationSchemas['environments.update'].body()
