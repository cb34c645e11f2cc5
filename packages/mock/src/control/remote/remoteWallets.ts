import type { ControlCaller, ControlInput, ControlOutput } from '@latchkey/contract/controlCaller'
import { withLocalFunctions } from './localFunctions.ts'
import { remoteBrowserWallets } from './remoteBrowserWallets.ts'
import type { RemoteControl, RemoteHandle } from './remoteMock.ts'
import { byName } from './remoteOutside.ts'
import { idOf } from './remoteService.ts'

type Call = ControlCaller['call']
type Wallets = RemoteControl['wallets']
type Chain = ControlInput<'POST wallets'>['chain']

/** The functions of the control object that make wallets, and servers that sign with them. */
export function remoteWallets(call: Call): Pick<RemoteControl, 'custody' | 'delegation' | 'wallets'> {
  const others: Pick<Wallets, 'browser' | 'details' | 'embedded' | 'list'> = {
    browser: remoteBrowserWallets(call),
    embedded: async (user, options) =>
      embeddedWallet(call, await call('POST wallets/embedded', { userId: idOf(user), ...options })),
    list: (query = {}) => call('GET wallets', query),
    details: (walletId) => call('GET wallets/details', { walletId }),
  }
  const ofChain = (name: string): Wallets['evm'] => {
    const chain = name.toUpperCase() as Chain
    return async (options) => testWallet(call, options?.kind, await call('POST wallets', { chain, ...options }))
  }
  return {
    wallets: byName((name) => (Object.hasOwn(others, name) ? Reflect.get(others, name) : ofChain(name))) as Wallets,
    delegation: {
      backend: async (choice = {}) => delegationBackend(call, await call('POST delegation/backends', choice)),
    },
    custody: withLocalFunctions('custody', {
      exportActivity: (wallet, targetPublicKey) =>
        call('POST custody/exports', { walletId: idOf(wallet), targetPublicKey }),
    } satisfies RemoteControl['custody']),
  }
}

function testWallet(
  call: Call,
  kind: string | undefined,
  facts: ControlOutput<'POST wallets'>,
): RemoteHandle<'TestWallet'> {
  const wallet = { chain: facts.chain, kind, secret: facts.secret }
  return {
    ...facts,
    sign: async (message) => (await call('POST wallets/sign', { ...wallet, message })).signature,
    message: async (input) => (await call('POST wallets/message', { ...wallet, input: { ...input } })).message,
    request: (input) => call('POST wallets/request', { ...wallet, input: { ...input } }),
  }
}

function embeddedWallet(
  call: Call,
  { deviceId, ...facts }: ControlOutput<'POST wallets/embedded'>,
): RemoteHandle<'EmbeddedWallet'> {
  return withLocalFunctions('EmbeddedWallet', {
    ...facts,
    get shares() {
      return call('GET wallets/embedded/shares', { deviceId }).then(({ shares }) => shares)
    },
    sign: (message) => call('POST wallets/embedded/sign', { deviceId, message }),
    signInRoom: (message) => call('POST wallets/embedded/sign', { deviceId, message, inRoom: true }),
    signMessage: async (text) => (await call('POST wallets/embedded/signMessage', { deviceId, text })).signature,
    signPsbt: async (psbt) => (await call('POST wallets/embedded/signPsbt', { deviceId, psbt })).psbt,
    refresh: () => call('POST wallets/embedded/refresh', { deviceId }),
    reshare: ({ scheme }) => call('POST wallets/embedded/reshare', { deviceId, scheme }),
    export: async () => (await call('POST wallets/embedded/export', { deviceId })).privateKey,
    delegate: () => call('POST wallets/embedded/delegate', { deviceId }),
    revokeDelegation: () => call('POST wallets/embedded/revokeDelegation', { deviceId }),
    backUp: (secret) => call('POST wallets/embedded/backUp', { deviceId, ...secret }),
    newDevice: async (secret) =>
      embeddedWallet(call, await call('POST wallets/embedded/newDevice', { deviceId, ...secret })),
    loseDevice: () => call('POST wallets/embedded/loseDevice', { deviceId }),
  } satisfies RemoteHandle<'EmbeddedWallet'>)
}

function delegationBackend(
  call: Call,
  { kid, url }: ControlOutput<'POST delegation/backends'>,
): RemoteHandle<'DelegationBackend'> {
  return withLocalFunctions('DelegationBackend', {
    kid,
    url,
    wallets: async () => (await call('GET delegation/wallets', { kid })).wallets,
    sign: (walletId, message) => call('POST delegation/sign', { kid, walletId, message }),
  } satisfies RemoteHandle<'DelegationBackend'>)
}
