import { everyValue } from '@latchkey/base/everyValue'
import { ChainEnum, operationSchemas, Uuid, WaasChainEnum } from '@latchkey/types/zod'
import * as z from 'zod'
import type { EventName } from '../domain/webhooks/eventNames.ts'
import type { ViolationKind } from '../store/policyRecords.ts'
import type { SignatureKind } from '../store/roomRecords.ts'

type Shape = Readonly<Record<string, z.ZodType>>

const signatureKinds = everyValue<SignatureKind>({
  message: true,
  transaction: true,
  typedData: true,
  userOperation: true,
  authorization: true,
  raw: true,
})

const violationKinds = everyValue<ViolationKind>({
  address_denied: true,
  value_limit: true,
  function_denied: true,
  argument_denied: true,
  undecodable: true,
  malicious: true,
  client_signing_blocked: true,
  export_blocked: true,
  revocation_blocked: true,
})

const ofUser: Shape = { userId: Uuid }
const ofUserOrServer: Shape = { userId: Uuid.optional() }
const passkeyRecovery: Shape = { ...ofUser, walletId: Uuid, vendorRecoveryUserId: z.string() }
const namedWallet: Shape = { walletId: Uuid, chain: ChainEnum, publicKey: z.string() }
const [iv, ct, tag, ek] = [z.string(), z.string(), z.string(), z.string()]
const envelope = z.strictObject({ alg: z.string(), iv, ct, tag, ek, kid: z.string() })
const digest = z.string().regex(/^0x[0-9a-f]{64}$/, { error: 'must be 0x and 64 hexadecimal digits' })

const user = () => shapeIn(operationSchemas['users.get'].replies[200]('closed'), 'user')
const socialAccount = () => shapeIn(operationSchemas['users.get'].replies[200]('closed'), 'user', 'oauthAccounts')
const session = () => shapeIn(operationSchemas['sessions.get'].replies[200]('closed'))
const wallet = () => shapeIn(operationSchemas['wallets.get'].replies[200]('closed'))
const transaction = () => shapeIn(operationSchemas['walletTransactions.list'].replies[200]('closed'), 'transactions')
const visitor = () => shapeIn(operationSchemas['visits.listVisitors'].replies[200]('closed'), 'visitors')

/** The fields of each event's data, as replies of the document have them. No field may be added, at any depth. */
const shapes: { readonly [Name in EventName]: () => Shape } = {
  ping() {
    const { secret: _, ...webhook } = shapeIn(operationSchemas['webhooks.get'].replies[200]('closed'))
    return webhook
  },
  'user.created': user,
  'user.updated': user,
  'user.deleted': user,
  'user.merged': () => ({ ...user(), fromUserId: Uuid }),
  'user.passkeyRecovery.started': () => passkeyRecovery,
  'user.passkeyRecovery.completed': () => passkeyRecovery,
  'user.social.linked': () => ({ ...socialAccount(), ...ofUser }),
  'user.social.unlinked': () => ({ ...socialAccount(), ...ofUser }),
  'user.session.created': () => ({ ...session(), ...ofUser }),
  'user.session.revoked': () => ({ ...session(), ...ofUser }),
  'admin.user.session.revoked': () => ({ ...session(), ...ofUser }),
  'wallet.created': () => ({ ...wallet(), ...ofUserOrServer }),
  'wallet.deleted': () => ({ ...wallet(), ...ofUser }),
  'wallet.linked': () => ({ ...wallet(), ...ofUser }),
  'wallet.unlinked': () => ({ ...wallet(), ...ofUser }),
  'wallet.exported': () => ({ ...wallet(), ...ofUserOrServer }),
  'wallet.transferred': () => ({ ...wallet(), ...ofUser, previousUserId: Uuid }),
  'wallet.signature': () => ({
    ...namedWallet,
    ...ofUserOrServer,
    kind: z.enum(signatureKinds),
    digest,
    by: z.enum(['user', 'delegate', 'server']),
  }),
  'wallet.activity': () => ({ ...transaction(), ...ofUser, walletId: Uuid, walletPublicKey: z.string() }),
  'wallet.delegation.created': () => ({
    ...namedWallet,
    ...ofUser,
    encryptedDelegatedShare: envelope,
    encryptedWalletApiKey: envelope,
  }),
  'wallet.delegation.revoked': () => ({ ...namedWallet, ...ofUser }),
  'waas.policy.violation': () => ({
    walletId: Uuid,
    ...ofUserOrServer,
    chain: WaasChainEnum,
    chainId: z.number().optional(),
    violation: z.enum(violationKinds),
    ruleId: z.string().optional(),
    policyId: z.string().optional(),
    participants: z.array(z.string()),
    asset: z.string().optional(),
    amount: z.string().optional(),
    limit: z.string().optional(),
  }),
  'visit.created': visitor,
}

/** The schema of an event's data. It refuses fields that the event does not have. */
export function eventSchema(name: EventName): z.ZodType {
  return z.strictObject(shapes[name]())
}

/** The fields of the object at a path of a reply's schema. Of a list it is the item. */
function shapeIn(schema: unknown, ...path: readonly string[]): Shape {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodLazy)
    return shapeIn(schema.unwrap(), ...path)
  if (schema instanceof z.ZodArray) return shapeIn(schema.element, ...path)
  if (!(schema instanceof z.ZodObject)) throw new TypeError(`Failed to read a schema: there is no object at "${path}".`)
  const [name, ...rest] = path
  return name === undefined ? schema.shape : shapeIn(schema.shape[name], ...rest)
}
