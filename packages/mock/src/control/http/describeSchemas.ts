import { idpAccount, settings } from '@latchkey/contract/commonSchemas'
import {
  Allowlist,
  AllowlistEntry,
  CryptoPaymentResponse,
  CustomField,
  DeeplinkUrl,
  Gate,
  GlobalWalletConnection,
  HostedOnrampOrder,
  Hostname,
  MessengerUser,
  OriginResponse,
  Provider,
  SdkUser,
  TokenWithRaw,
  User,
  VerifyResponse,
  Wallet,
  Webhook,
} from '@latchkey/types/zod'
import * as z from 'zod'

export type JsonSchema = Readonly<Record<string, unknown>>

/** The schemas that the document has once. */
const named: Readonly<Record<string, z.ZodType>> = {
  Allowlist,
  AllowlistEntry,
  CryptoPayment: CryptoPaymentResponse,
  CustomField,
  DeeplinkUrl,
  Gate,
  GlobalWalletConnection,
  HostedOnrampOrder,
  Hostname,
  IdpAccount: idpAccount,
  MessengerUser,
  Origin: OriginResponse,
  Provider,
  Settings: settings,
  SdkUser,
  SignIn: VerifyResponse,
  TokenWithRaw,
  User,
  Wallet,
  Webhook,
}

export interface DescribedSchemas {
  /** The schemas of the document's components, by name. */
  readonly components: Readonly<Record<string, JsonSchema>>
  /** The JSON Schema of one of the described schemas. */
  schemaOf(schema: z.ZodType): JsonSchema
}

/**
 * Describes schemas in JSON Schema. Where they use one that has a name, they refer to the components.
 *
 * @param isAnswer - Whether a later version may add fields to them.
 */
export function describeSchemas(schemas: readonly z.ZodType[], isAnswer: boolean): DescribedSchemas {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  const ids = new Map(schemas.map((schema, index) => [schema, registry.get(schema)?.id ?? String(index)]))
  // A copy, since a schema without a name is written out wherever another one uses it.
  for (const [schema, id] of ids) if (!(id in named)) registry.add(schema.clone(), { id })
  const uri = (id: string) => `#/components/schemas/${id}`
  const described = z.toJSONSchema(registry, {
    uri,
    io: 'input',
    unrepresentable: 'any',
    metadata: z.registry(),
    override({ jsonSchema }) {
      // A list that nobody changes is a list for those who read it.
      delete jsonSchema.readOnly
      if (isAnswer && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
  const schemaOfId = (id: string): JsonSchema => {
    const { $schema: _, $id: __, ...json } = described.schemas[id] as JsonSchema
    return json
  }
  return {
    components: Object.fromEntries(Object.keys(named).map((id) => [id, schemaOfId(id)])),
    schemaOf(schema) {
      const id = ids.get(schema) as string
      return id in named ? { $ref: uri(id) } : schemaOfId(id)
    },
  }
}
