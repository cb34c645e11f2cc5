import { createFlowKey } from '@latchkey/crypto/chains/flow'
import { createInjectedWallet, type InjectedWallet } from '../injected/injectedWallet.ts'
import { createPerson } from '../person.ts'
import { createWalletCore } from '../walletCore.ts'
import { type PersonChoice, readLook, type WalletLook } from '../walletLook.ts'
import type { InjectedCard } from '../wire.ts'
import { createFlowMethods } from './flowMethods.ts'
import { authnService, endpointOf, type FlowLook } from './flowServices.ts'

/** A browser wallet of Flow. */
export interface FlowBrowserWalletOptions extends WalletLook, PersonChoice {}

export type FlowBrowserWallet = InjectedWallet

interface FlowBrowserWalletParts {
  /** A UUID. */
  readonly id: string
  readonly accounts: readonly { readonly address: string; readonly secret: Uint8Array }[]
}

/** @throws TypeError for an option that cannot be */
export function createFlowBrowserWallet(
  { id, accounts }: FlowBrowserWalletParts,
  options: FlowBrowserWalletOptions,
): FlowBrowserWallet {
  const { name, icon } = readLook(options)
  const { approval, delay } = options
  const keys = new Map(accounts.map(({ address, secret }) => [address, createFlowKey(address, secret)]))
  const core = createWalletCore({ id, name, accounts: [...keys.keys()], person: createPerson({ approval, delay }) })
  const look = { id, name, icon }
  return createInjectedWallet({
    card: flowCard(look),
    core,
    control: core.control,
    methods: createFlowMethods({ core, keys, look }),
    changeTo: () => ({ facts: {}, signals: [] }),
  })
}

/** An extension in the list of FCL, and its messages. */
const flowCard = (look: FlowLook): InjectedCard => ({
  ...look,
  family: 'injected',
  members: {},
  listed: { fcl_extensions: authnService(look) },
  hears: [
    { event: 'message', where: { 'service.endpoint': endpointOf(look.id) }, calls: 'open' },
    { event: 'message', where: { type: 'FCL:VIEW:READY:RESPONSE' }, calls: 'serve' },
  ],
})
