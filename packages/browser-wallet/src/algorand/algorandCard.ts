import type { InjectedCard } from '../wire.ts'
import { arc27Methods } from './algorandMethods.ts'

interface AlgorandLook {
  readonly id: string
  readonly name: string
  readonly icon: string
  /** The property of the window at which it stands. */
  readonly windowKey: string
}

/** The object of ARC-0001, and the messages of ARC-0027. */
export const algorandCard = ({ id, name, icon, windowKey }: AlgorandLook): InjectedCard => ({
  id,
  family: 'injected',
  name,
  icon,
  members: {
    [windowKey]: {
      members: {
        isConnected: { fact: 'isConnected' },
        enable: { calls: 'enable' },
        signTxns: { calls: 'signTxns' },
        postTxns: { calls: 'postTxns' },
        signAndPostTxns: { calls: 'signAndPostTxns' },
      },
    },
  },
  facts: { isConnected: false },
  hears: arc27Methods.map((method) => ({
    event: `arc0027:${method}:request`,
    calls: `arc0027.${method}`,
    answers: `arc0027:${method}:response`,
  })),
})
