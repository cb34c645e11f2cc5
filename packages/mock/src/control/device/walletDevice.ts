import type { components } from '@latchkey/types'
import type { ChainKey } from '../../domain/keySets/chainKeys.ts'
import { callService, type DeviceParty, type Service } from './embeddedDevice.ts'
import type { EmbeddedOptions } from './embeddedWallet.ts'

type Schemas = components['schemas']

/** The service, and what sends the messages that are due to the receivers of webhooks. */
export interface SettlingService extends Service {
  readonly settle: () => Promise<void>
}

/** The facts of a wallet that all its devices share. */
export interface WalletFacts {
  readonly userId: string
  readonly environmentId: string
  /** Path of the operations. */
  readonly base: string
  readonly walletId: string
  readonly chain: Schemas['WaasChainEnum']
  readonly addressType: EmbeddedOptions['addressType']
  readonly address: string
  readonly publicKey: string
  readonly key: ChainKey
}

/** The device's session and its shares of a wallet. */
interface DeviceHoldings {
  /** The token of the session. */
  readonly tokenOf: () => Promise<string>
  readonly parties: readonly DeviceParty[]
}

/** An embedded wallet on one device of its user. */
export interface WalletDevice {
  readonly service: SettlingService
  readonly facts: WalletFacts
  /** The parties of the user, with their present shares. None once the device is lost. */
  parties: readonly DeviceParty[]
  /** Calls an operation of the wallet in the session of the device. */
  call(action: string, body: object): Promise<Record<string, unknown>>
  /** @throws TypeError when the device was lost */
  ownParty(): DeviceParty
}

export function createWalletDevice(
  service: SettlingService,
  facts: WalletFacts,
  { tokenOf, parties }: DeviceHoldings,
): WalletDevice {
  const device: WalletDevice = {
    service,
    facts,
    parties,
    call: async (action, body) =>
      callService(service, `${facts.base}/${facts.walletId}/${action}`, { token: await tokenOf(), body }),
    ownParty() {
      const [party] = device.parties
      if (party) return party
      throw new TypeError('Failed to sign: the device of this wallet was lost.')
    },
  }
  return device
}
