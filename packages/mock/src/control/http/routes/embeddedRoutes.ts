import { defined } from '@latchkey/base/defined'
import { everyValue } from '@latchkey/base/everyValue'
import type { components } from '@latchkey/types'
import * as z from 'zod'
import type { EmbeddedProvider } from '../../device/embeddedProvider.ts'
import type { EmbeddedWallet } from '../../device/embeddedWallet.ts'
import { ProviderRpcError } from '../../device/providerRpcError.ts'
import type { Mock } from '../../mock.ts'
import { list, rawSignature } from '../../objects/inputSchemas.ts'
import { asUse } from '../asUse.ts'
import { type ControlRoutes, route } from './controlRoute.ts'

type Schemas = components['schemas']

const chain = z.enum(
  everyValue<Schemas['WaasChainEnum']>({ EVM: true, SVM: true, SUI: true, BTC: true, TON: true }),
) satisfies z.ZodType<Schemas['WaasChainEnum']>
const scheme = z.enum(
  everyValue<Schemas['ThresholdSignatureScheme']>({ TWO_OF_TWO: true, TWO_OF_THREE: true, THREE_OF_FIVE: true }),
) satisfies z.ZodType<Schemas['ThresholdSignatureScheme']>
const device = { deviceId: z.string() }
const secret = { ...device, password: z.string().min(1), iterations: z.int().min(1).max(10_000_000).optional() }

/** A device that was made over HTTP. It lives as long as its mock. */
interface Device {
  readonly wallet: EmbeddedWallet
  /** Made with the first request. */
  provider?: EmbeddedProvider
  /** Whether the person refuses the request that is being answered. */
  refuses?: boolean
  lastAnswer?: Promise<unknown>
}

const devicesOfMocks = new WeakMap<Mock, Map<string, Device>>()

function devicesOf(mock: Mock): Map<string, Device> {
  const devices = devicesOfMocks.get(mock) ?? new Map<string, Device>()
  devicesOfMocks.set(mock, devices)
  return devices
}

/** @throws TypeError */
function deviceAt(mock: Mock, deviceId: string): Device {
  const existing = devicesOf(mock).get(deviceId)
  if (existing) return existing
  throw new TypeError(`There is no device "${deviceId}". "wallets/embedded" makes one.`)
}

function addDevice(mock: Mock, wallet: EmbeddedWallet) {
  const devices = devicesOf(mock)
  const deviceId = `device-${devices.size + 1}`
  devices.set(deviceId, { wallet })
  const { walletId, chain: family, address, publicKey } = wallet
  return { deviceId, walletId, chain: family, address, publicKey }
}

/** The answer of a device's provider, in the form of JSON-RPC. The person at the wallet answers one request at a time. */
async function answerOfProvider(
  held: Device,
  { refuse, ...request }: { readonly method: string; readonly params: unknown[]; readonly refuse: boolean },
): Promise<z.output<typeof answer>> {
  const provider = (held.provider ??= held.wallet.provider({ confirm: () => !held.refuses }))
  const answered = (held.lastAnswer ?? Promise.resolve()).then(() => {
    held.refuses = refuse
    return provider.request(request)
  })
  held.lastAnswer = answered.catch(() => {})
  try {
    return { result: (await answered) ?? null }
  } catch (error) {
    if (!(error instanceof ProviderRpcError)) throw error
    const { code, message, data } = error
    return { error: { code, message, ...defined({ data }) } }
  }
}

const createdDevice = z.object({
  ...device,
  walletId: z.string(),
  chain,
  address: z.string(),
  publicKey: z.string(),
})
/** An answer of JSON-RPC. */
const answer = z.union([
  z.object({ result: z.unknown() }),
  z.object({ error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }) }),
])

/** The devices of users with embedded wallets, over HTTP. */
export const embeddedRoutes = {
  'POST wallets/embedded': route({
    summary: "Creates an embedded wallet as the user's device does",
    input: z.strictObject({
      userId: z.string(),
      chain,
      addressType: z.enum(['native_segwit', 'taproot']).optional(),
      scheme: scheme.optional(),
      privateKey: z.string().optional().meta({ description: 'A key to import, as wallets of the chain write it.' }),
    }),
    output: createdDevice,
    run: async (mock, { userId, ...options }) => addDevice(mock, await asUse(mock.wallets.embedded(userId, options))),
  }),
  'GET wallets/embedded/shares': route({
    summary: 'The shares that a device holds',
    input: z.strictObject(device),
    output: z.object({ shares: list(z.object({ keygenId: z.string(), signingShare: z.string() })) }),
    run: (mock, { deviceId }) => ({ shares: deviceAt(mock, deviceId).wallet.shares }),
  }),
  'POST wallets/embedded/sign': route({
    summary: 'Signs bytes in hex: with the whole key, or in a room',
    input: z.strictObject({ ...device, message: z.string(), inRoom: z.boolean().optional() }),
    output: rawSignature,
    run: (mock, { deviceId, message, inRoom = false }) => {
      const { wallet } = deviceAt(mock, deviceId)
      return asUse(inRoom ? wallet.signInRoom(message) : wallet.sign(message))
    },
  }),
  'POST wallets/embedded/signMessage': route({
    summary: 'Signs a text as wallets of the chain do',
    input: z.strictObject({ ...device, text: z.string() }),
    output: z.object({ signature: z.string() }),
    run: async (mock, { deviceId, text }) => ({
      signature: await asUse(deviceAt(mock, deviceId).wallet.signMessage(text)),
    }),
  }),
  'POST wallets/embedded/signPsbt': route({
    summary: 'Signs every input of a PSBT that spends from the wallet, in base64',
    input: z.strictObject({ ...device, psbt: z.string() }),
    output: z.object({ psbt: z.string() }),
    run: async (mock, { deviceId, psbt }) => ({ psbt: await asUse(deviceAt(mock, deviceId).wallet.signPsbt(psbt)) }),
  }),
  'POST wallets/embedded/request': route({
    summary: "A request to the wallet's provider of EIP-1193; answers `{ result }` or `{ error }`",
    input: z.strictObject({
      ...device,
      method: z.string(),
      params: z.array(z.unknown()).optional(),
      refuse: z.boolean().optional(),
    }),
    output: answer,
    run: (mock, { deviceId, method, params = [], refuse = false }) =>
      asUse(answerOfProvider(deviceAt(mock, deviceId), { method, params, refuse })),
  }),
  'POST wallets/embedded/refresh': route({
    summary: 'Renews the shares',
    input: z.strictObject(device),
    output: undefined,
    run: (mock, { deviceId }) => asUse(deviceAt(mock, deviceId).wallet.refresh()),
  }),
  'POST wallets/embedded/reshare': route({
    summary: 'Shares the key by another scheme',
    input: z.strictObject({ ...device, scheme }),
    output: undefined,
    run: (mock, { deviceId, ...options }) => asUse(deviceAt(mock, deviceId).wallet.reshare(options)),
  }),
  'POST wallets/embedded/export': route({
    summary: 'Exports the private key, as wallets of the chain write it',
    input: z.strictObject(device),
    output: z.object({ privateKey: z.string() }),
    run: async (mock, { deviceId }) => ({ privateKey: await asUse(deviceAt(mock, deviceId).wallet.export()) }),
  }),
  'POST wallets/embedded/backUp': route({
    summary: 'Backs the shares up with a password',
    input: z.strictObject(secret),
    output: undefined,
    run: (mock, { deviceId, ...password }) => asUse(deviceAt(mock, deviceId).wallet.backUp(password)),
  }),
  'POST wallets/embedded/newDevice': route({
    summary: 'Recovers the shares on another device of the user',
    input: z.strictObject(secret),
    output: createdDevice,
    run: async (mock, { deviceId, ...password }) =>
      addDevice(mock, await asUse(deviceAt(mock, deviceId).wallet.newDevice(password))),
  }),
  'POST wallets/embedded/delegate': route({
    summary: "Lets the environment's own server sign",
    input: z.strictObject(device),
    output: undefined,
    run: (mock, { deviceId }) => asUse(deviceAt(mock, deviceId).wallet.delegate()),
  }),
  'POST wallets/embedded/revokeDelegation': route({
    summary: 'Takes the right of the server back',
    input: z.strictObject(device),
    output: undefined,
    run: (mock, { deviceId }) => asUse(deviceAt(mock, deviceId).wallet.revokeDelegation()),
  }),
  'POST wallets/embedded/loseDevice': route({
    summary: 'Loses a device with its shares',
    input: z.strictObject(device),
    output: undefined,
    run: (mock, { deviceId }) => deviceAt(mock, deviceId).wallet.loseDevice(),
  }),
} satisfies ControlRoutes
