import { Allowlist, CustomField, Gate, Provider, User, Webhook } from '@latchkey/types/zod'
import * as z from 'zod'
import { chain, list } from '../commonSchemas.ts'
import type { Scenario } from '../generated/scenario.ts'
import { session } from './accountRoutes.ts'
import type { ControlRoutes } from './controlRoute.ts'

const named = <T extends z.ZodType>(item: T) => z.record(z.string(), item).readonly()

const person = z.object({
  user: User,
  wallets: list(
    z.object({ chain, address: z.string(), publicKey: z.string().optional(), secret: z.string().optional() }),
  ),
  session: session.optional(),
  totp: z.object({ deviceId: z.string(), secret: z.string() }).optional(),
})

export const scenarioRoutes = {
  'POST scenario': {
    summary: 'Creates all that a scenario says, or nothing. `scenario.schema.json` of the package describes scenarios',
    // `mock.load` checks it, and loads the schema for that.
    input: z.looseObject({}) as z.ZodType<Scenario, Scenario>,
    output: z.object({
      people: named(person),
      providers: named(Provider),
      customFields: named(CustomField),
      allowlists: named(Allowlist),
      gates: named(Gate),
      webhooks: named(z.intersection(Webhook, z.object({ secret: z.string() }))),
    }),
  },
} satisfies ControlRoutes
