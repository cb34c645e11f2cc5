import { everyValue } from '@latchkey/base/everyValue'
import type { components } from '@latchkey/types'
import * as z from 'zod'
import { list, rawSignature } from '../commonSchemas.ts'
import type { ControlRoutes } from './controlRoute.ts'

type Schemas = components['schemas']

const chain = z.enum(
  everyValue<Schemas['WaasChainEnum']>({ EVM: true, SVM: true, SUI: true, BTC: true, TON: true }),
) satisfies z.ZodType<Schemas['WaasChainEnum']>

const scheme = z.enum(
  everyValue<Schemas['ThresholdSignatureScheme']>({ TWO_OF_TWO: true, TWO_OF_THREE: true, THREE_OF_FIVE: true }),
) satisfies z.ZodType<Schemas['ThresholdSignatureScheme']>

const device = { deviceId: z.string() }

const secret = { ...device, password: z.string().min(1), iterations: z.int().min(1).max(10_000_000).optional() }

const createdDevice = z.object({
  ...device,
  walletId: z.string(),
  chain,
  address: z.string(),
  publicKey: z.string(),
})

/** An answer of JSON-RPC. */
export const answer = z.union([
  z.object({ result: z.unknown() }),
  z.object({ error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }) }),
])

/** The devices of users with embedded wallets, over HTTP. */
export const embeddedRoutes = {
  'POST wallets/embedded': {
    summary: "Creates an embedded wallet as the user's device does",
    input: z.strictObject({
      userId: z.string(),
      chain,
      addressType: z.enum(['native_segwit', 'taproot']).optional(),
      scheme: scheme.optional(),
      privateKey: z.string().optional().meta({ description: 'A key to import, as wallets of the chain write it.' }),
    }),
    output: createdDevice,
  },
  'GET wallets/embedded/shares': {
    summary: 'The shares that a device holds',
    input: z.strictObject(device),
    output: z.object({ shares: list(z.object({ keygenId: z.string(), signingShare: z.string() })) }),
  },
  'POST wallets/embedded/sign': {
    summary: 'Signs bytes in hex: with the whole key, or in a room',
    input: z.strictObject({ ...device, message: z.string(), inRoom: z.boolean().optional() }),
    output: rawSignature,
  },
  'POST wallets/embedded/signMessage': {
    summary: 'Signs a text as wallets of the chain do',
    input: z.strictObject({ ...device, text: z.string() }),
    output: z.object({ signature: z.string() }),
  },
  'POST wallets/embedded/signPsbt': {
    summary: 'Signs every input of a PSBT that spends from the wallet, in base64',
    input: z.strictObject({ ...device, psbt: z.string() }),
    output: z.object({ psbt: z.string() }),
  },
  'POST wallets/embedded/request': {
    summary: "A request to the wallet's provider of EIP-1193; answers `{ result }` or `{ error }`",
    input: z.strictObject({
      ...device,
      method: z.string(),
      params: z.array(z.unknown()).optional(),
      refuse: z.boolean().optional(),
    }),
    output: answer,
  },
  'POST wallets/embedded/refresh': {
    summary: 'Renews the shares',
    input: z.strictObject(device),
    output: undefined,
  },
  'POST wallets/embedded/reshare': {
    summary: 'Shares the key by another scheme',
    input: z.strictObject({ ...device, scheme }),
    output: undefined,
  },
  'POST wallets/embedded/export': {
    summary: 'Exports the private key, as wallets of the chain write it',
    input: z.strictObject(device),
    output: z.object({ privateKey: z.string() }),
  },
  'POST wallets/embedded/backUp': {
    summary: 'Backs the shares up with a password',
    input: z.strictObject(secret),
    output: undefined,
  },
  'POST wallets/embedded/newDevice': {
    summary: 'Recovers the shares on another device of the user',
    input: z.strictObject(secret),
    output: createdDevice,
  },
  'POST wallets/embedded/delegate': {
    summary: "Lets the environment's own server sign",
    input: z.strictObject(device),
    output: undefined,
  },
  'POST wallets/embedded/revokeDelegation': {
    summary: 'Takes the right of the server back',
    input: z.strictObject(device),
    output: undefined,
  },
  'POST wallets/embedded/loseDevice': {
    summary: 'Loses a device with its shares',
    input: z.strictObject(device),
    output: undefined,
  },
} satisfies ControlRoutes
