import type { components } from '@latchkey/types'
import * as z from 'zod'
import type { Mock } from '../createMock.ts'
import { asUse } from './asUse.ts'
import { type ControlRoute, route } from './controlRoute.ts'
import { delegationRoutes } from './delegationRoutes.ts'
import type { EmbeddedProvider } from './embeddedProvider.ts'
import type { EmbeddedWallet } from './embeddedWallet.ts'
import { ProviderRpcError } from './providerRpcError.ts'

type Schemas = components['schemas']

const chain = z.enum(['EVM', 'SVM', 'SUI', 'BTC', 'TON']) satisfies z.ZodType<Schemas['WaasChainEnum']>
const scheme = z.enum(['TWO_OF_TWO', 'TWO_OF_THREE', 'THREE_OF_FIVE']) satisfies z.ZodType<
  Schemas['ThresholdSignatureScheme']
>
const device = { deviceId: z.string() }
const secret = { ...device, password: z.string().min(1), iterations: z.int().min(1).max(10_000_000).optional() }

/** A device that was made over HTTP. It lives as long as its mock. */
interface Device {
  readonly wallet: EmbeddedWallet
  /** Made with the first request. */
  provider?: EmbeddedProvider
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

/** The parameters of the requests that the person at the wallet refuses. */
const refusedParams = new WeakSet<object>()

/** The answer of a device's provider, in the form of JSON-RPC. */
async function answerOfProvider(
  made: Device,
  { method, params, refuse }: { readonly method: string; readonly params: unknown[]; readonly refuse: boolean },
): Promise<object> {
  made.provider ??= made.wallet.provider({ confirm: (request) => !refusedParams.has(Object(request.params)) })
  if (refuse) refusedParams.add(params)
  try {
    return { result: (await made.provider.request({ method, params })) ?? null }
  } catch (error) {
    if (!(error instanceof ProviderRpcError)) throw error
    const { code, message, data } = error
    return { error: { code, message, ...(data !== undefined && { data }) } }
  }
}

/** The devices of users with embedded wallets, over HTTP. */
export const embeddedRoutes: Readonly<Record<string, ControlRoute>> = {
  'POST wallets/embedded': route(
    "Creates an embedded wallet as the user's device does",
    z.strictObject({
      userId: z.string(),
      chain,
      addressType: z.enum(['native_segwit', 'taproot']).optional(),
      scheme: scheme.optional(),
    }),
    async (mock, { userId, ...options }) => addDevice(mock, await asUse(mock.wallets.embedded(userId, options))),
  ),
  'POST wallets/embedded/sign': route(
    'Signs bytes in hex: with the whole key, or in a room',
    z.strictObject({ ...device, message: z.string(), inRoom: z.boolean().optional() }),
    (mock, { deviceId, message, inRoom = false }) => {
      const { wallet } = deviceAt(mock, deviceId)
      return asUse(inRoom ? wallet.signInRoom(message) : wallet.sign(message))
    },
  ),
  'POST wallets/embedded/signMessage': route(
    'Signs a text as wallets of the chain do',
    z.strictObject({ ...device, text: z.string() }),
    async (mock, { deviceId, text }) => ({
      signature: await asUse(deviceAt(mock, deviceId).wallet.signMessage(text)),
    }),
  ),
  'POST wallets/embedded/request': route(
    "A request to the wallet's provider of EIP-1193; answers `{ result }` or `{ error }`",
    z.strictObject({
      ...device,
      method: z.string(),
      params: z.array(z.unknown()).optional(),
      refuse: z.boolean().optional(),
    }),
    (mock, { deviceId, method, params = [], refuse = false }) =>
      asUse(answerOfProvider(deviceAt(mock, deviceId), { method, params, refuse })),
  ),
  'POST wallets/embedded/refresh': route('Renews the shares', z.strictObject(device), (mock, { deviceId }) =>
    asUse(deviceAt(mock, deviceId).wallet.refresh()),
  ),
  'POST wallets/embedded/backUp': route(
    'Backs the shares up with a password',
    z.strictObject(secret),
    (mock, { deviceId, ...password }) => asUse(deviceAt(mock, deviceId).wallet.backUp(password)),
  ),
  'POST wallets/embedded/newDevice': route(
    'Recovers the shares on another device of the user',
    z.strictObject(secret),
    async (mock, { deviceId, ...password }) =>
      addDevice(mock, await asUse(deviceAt(mock, deviceId).wallet.newDevice(password))),
  ),
  'POST wallets/embedded/delegate': route(
    "Lets the environment's own server sign",
    z.strictObject(device),
    (mock, { deviceId }) => asUse(deviceAt(mock, deviceId).wallet.delegate()),
  ),
  'POST wallets/embedded/revokeDelegation': route(
    'Takes the right of the server back',
    z.strictObject(device),
    (mock, { deviceId }) => asUse(deviceAt(mock, deviceId).wallet.revokeDelegation()),
  ),
  'POST wallets/embedded/loseDevice': route('Loses a device with its shares', z.strictObject(device), (mock, input) =>
    deviceAt(mock, input.deviceId).wallet.loseDevice(),
  ),
  ...delegationRoutes,
}
