import type { InjectedCard, InjectedMembers } from '../wire.ts'

const throws = 'uncodedError'

/** Functions of the same names as the methods that they call. */
const calling = (names: readonly string[], prefix = ''): InjectedMembers =>
  Object.fromEntries(names.map((name) => [name, { calls: `${prefix}${name}`, throws }]))

const onlyAmino = calling(['getAccounts', 'signAmino'], 'signer.')
const amino = { creates: onlyAmino } as const
const signer = { creates: { ...onlyAmino, ...calling(['signDirect'], 'signer.') } } as const

const members: InjectedMembers = {
  version: { is: '0.12.0' },
  mode: { is: 'extension' },
  defaultOptions: { is: {} },
  ...calling(['ping', 'enable', 'disable', 'getKey', 'getKeysSettled', 'experimentalSuggestChain', 'sendTx']),
  ...calling(['signAmino', 'signDirect', 'signArbitrary', 'verifyArbitrary']),
  getOfflineSigner: signer,
  getOfflineSignerOnlyAmino: amino,
  // Keplr gives the signer for amino to keys of a hardware device. Ours are not in one.
  getOfflineSignerAuto: { ...signer, isLater: true },
}

interface KeplrLook {
  readonly id: string
  readonly name: string
  readonly icon: string
  /** The property of the window at which the object stands. */
  readonly windowKey: string
}

/** The object of Keplr, or of a wallet like it. Only Keplr sets functions of the window as well. */
export function keplrCard({ id, name, icon, windowKey }: KeplrLook): InjectedCard {
  const { getOfflineSigner, getOfflineSignerOnlyAmino, getOfflineSignerAuto } = members
  const functions = { getOfflineSigner, getOfflineSignerOnlyAmino, getOfflineSignerAuto } as InjectedMembers
  return {
    id,
    family: 'injected',
    name,
    icon,
    members: { [windowKey]: { members }, ...(windowKey === 'keplr' ? functions : {}) },
  }
}
