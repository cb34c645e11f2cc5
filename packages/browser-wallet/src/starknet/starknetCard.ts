import type { InjectedCard } from '../wire.ts'

interface StarknetLook {
  readonly id: string
  readonly name: string
  readonly icon: string
  /** By which libraries know the wallet: it stands at `starknet_` and this. */
  readonly windowKey: string
}

/** The object of get-starknet. */
export const starknetCard = ({ id, name, icon, windowKey }: StarknetLook): InjectedCard => ({
  id,
  family: 'injected',
  name,
  icon,
  members: {
    [`starknet_${windowKey}`]: {
      members: {
        id: { is: windowKey },
        name: { is: name },
        version: { is: '1.0.0' },
        icon: { is: icon },
        request: { calls: 'request' },
        on: { listens: 'on' },
        off: { listens: 'off' },
      },
    },
  },
})
