import type { InjectedCard, InjectedMembers } from '../wire.ts'

/** TronLink fails with texts, not with errors, where its TronWeb signs. */
const throws = 'sentence'

const tronWeb = {
  members: {
    ready: { fact: 'isReady' },
    defaultAddress: { fact: 'account' },
    trx: {
      members: {
        sign: { calls: 'sign', throws },
        signMessageV2: { calls: 'signMessageV2', throws },
        getBlockByNumber: { calls: 'getBlockByNumber', throws },
      },
    },
  },
  whileFact: 'account',
} as const

const listening: InjectedMembers = {
  on: { listens: 'on' },
  once: { listens: 'once' },
  off: { listens: 'off' },
  addListener: { listens: 'addListener' },
  removeListener: { listens: 'removeListener' },
  removeAllListeners: { listens: 'removeAllListeners' },
}

interface TronLook {
  readonly id: string
  readonly name: string
  readonly icon: string
  readonly rdns: string
}

/** The objects of TronLink: that of TIP-1193, the older one, and the library that it puts into the page. */
export const tronCard = ({ id, name, icon, rdns }: TronLook): InjectedCard => ({
  id,
  family: 'injected',
  name,
  icon,
  members: {
    tron: {
      members: { isTronLink: { is: true }, request: { calls: 'tron.request' }, tronWeb, ...listening },
    },
    tronLink: {
      members: {
        isTronLink: { is: true },
        ready: { fact: 'isReady' },
        request: { calls: 'tronLink.request' },
        tronWeb,
        ...listening,
      },
    },
    tronWeb,
  },
  facts: { account: false, isReady: false },
  announcement: {
    event: 'TIP6963:announceProvider',
    asked: 'TIP6963:requestProvider',
    rdns,
    provider: 'tron',
  },
})
