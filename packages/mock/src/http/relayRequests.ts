import { everyValue } from '@latchkey/base/everyValue'
import type { components } from '@latchkey/types'
import * as z from 'zod'

type Schemas = components['schemas']

/** The protocol that this relay speaks. */
export const protocol = 'latchkey-1'

/** The maximum number of parties and boxes in a request. */
const maximumItems = 32

const spoken = z.literal(protocol, { error: `must be ${protocol}, which this relay speaks` })
const party = z
  .string()
  .max(100)
  .regex(/^[1-9A-HJ-NP-Za-km-z]+$/, 'must be the base58 id of a party')
  .meta({ description: "A party's id: base58 of its X25519 public key." })
const box = z
  .strictObject({
    step: z
      .int()
      .min(0)
      .max(maximumItems - 1)
      .meta({ description: 'Counts the steps of a ceremony from 0.' }),
    from: party,
    to: party,
    sealed: z
      .string()
      .max(65_536)
      .regex(/^[\w-]+$/, 'must be base64url')
      .meta({ description: 'Base64url: 24 bytes of nonce, then XChaCha20-Poly1305 ciphertext and tag.' }),
  })
  .meta({ description: 'A sealed message from one party to another.' })

/** The bodies of requests, by action. */
export const relayRequests = {
  join: z.strictObject({
    protocol: spoken,
    parties: z
      .array(party)
      .min(1)
      .max(maximumItems)
      .refine((parties) => new Set(parties).size === parties.length, 'must name each party once')
      .meta({ description: 'The parties that live at this client.' }),
  }),
  messages: z.strictObject({ protocol: spoken, from: party, boxes: z.array(box).max(maximumItems) }),
}

const parties = z.array(party).optional()
const scheme = z.enum(
  everyValue<Schemas['ThresholdSignatureScheme']>({ TWO_OF_TWO: true, TWO_OF_THREE: true, THREE_OF_FIVE: true }),
)
const curve = z.enum(['ed25519', 'secp256k1-bip340', 'secp256k1-ecdsa'])
const keySet = z
  .strictObject({
    curve,
    scheme,
    generation: z.int().min(1),
    groupKey: z.string().meta({ description: 'Hex of the public key that the shares make.' }),
    chainCode: z.string().optional().meta({ description: 'Hex of 32 bytes, for the children of BIP-32.' }),
    parties: z.array(z.strictObject({ keygenId: party, index: z.int().min(1), verifyingShare: z.string() })),
  })
  .meta({ description: 'What everybody may know of a key that is held in shares.' })

const plan = z
  .strictObject({
    kind: z.enum(['keygen', 'deal', 'sign', 'refresh', 'reshare', 'export']),
    roomId: z.string(),
    curve: curve.optional(),
    scheme: scheme.optional(),
    walletId: z.string().optional(),
    keySet: keySet.optional(),
    parties: parties.meta({ description: 'Of a new key set, in the order of their indices.' }),
    absent: parties.meta({ description: 'Of a refresh: parties of the key set that do not take part.' }),
    signers: parties,
    holders: parties,
    coordinator: party.optional(),
    dealer: party.optional(),
    recipient: party.optional(),
    path: z.array(z.int().min(0)).optional().meta({ description: 'Child numbers of BIP-32.' }),
    taproot: z.boolean().optional(),
  })
  .meta({ description: 'The public plan of the room. A message to sign is left out: each party computes its own.' })

/** The bodies of successful replies, by action. */
export const relayReplies = {
  join: z.strictObject({ protocol: z.literal(protocol), roomId: z.string(), expiresAt: z.iso.datetime(), plan }),
  messages: z.strictObject({
    protocol: z.literal(protocol),
    state: z.enum(['running', 'completed']),
    boxes: z.array(box).meta({ description: 'For `from`: those that no answer to an earlier post carried.' }),
  }),
}
