import { defined } from '@latchkey/base/defined'
import type { components } from '@latchkey/types'
import { loadCeremony } from '../../domain/keySets/ceremony.ts'
import { addressOfKeySet, chainKeyOfSet } from '../../domain/keySets/chainKeys.ts'
import { callService, createIdentities, createSession, partiesIn, playRoom } from './embeddedDevice.ts'
import { backUp, recover } from './embeddedRecovery.ts'
import { createShareMethods } from './embeddedShares.ts'
import { createSigningMethods } from './embeddedSigning.ts'
import type { EmbeddedOptions, EmbeddedWallet } from './embeddedWallet.ts'
import { createWalletDevice, type SettlingService, type WalletDevice, type WalletFacts } from './walletDevice.ts'

type Schemas = components['schemas']

/** Creates an embedded wallet by the real operations and the real relay. */
export type CreateEmbeddedWallet = (
  user: string | { readonly id: string },
  options: EmbeddedOptions,
) => Promise<EmbeddedWallet>

export function createEmbeddedWallets(service: SettlingService): CreateEmbeddedWallet {
  return async (user, { chain, addressType, scheme = 'TWO_OF_TWO', privateKey }) => {
    const userId = typeof user === 'string' ? user : user.id
    const record = service.world.store.reader.users.get(userId)
    if (!record) throw new TypeError('Failed to call "wallets.embedded()": there is no user with this id.')
    const secret = privateKey === undefined ? undefined : await secretOf(chain, privateKey)
    const isImported = secret === undefined ? undefined : (true as const)
    if (isImported && addressType === 'taproot')
      throw new TypeError(
        'Failed to call "wallets.embedded()": an imported key of BTC has an address of native SegWit.',
      )
    const tokenOf = createSession(service, userId)
    const { schemes } = await loadCeremony()
    const identities = await createIdentities(service, schemes[scheme].clients)
    const kind = chain === 'BTC' ? (addressType ?? 'native_segwit') : addressType
    const base = `/api/v0/sdk/${record.environmentId}/waas`
    const room = await callService(service, `${base}/${isImported ? 'privateKey/import' : 'create'}`, {
      token: await tokenOf(),
      body: {
        chain,
        clientKeygenIds: identities.map(({ keygenId }) => keygenId),
        thresholdSignatureScheme: scheme,
        ...defined({ addressType: isImported ? undefined : kind }),
      },
    })
    // The first party deals a key that it brings.
    const players = identities.map((identity, i) => ({
      identity,
      ...defined({ secret: i === 0 ? secret : undefined }),
    }))
    const parties = partiesIn(await playRoom(service, String(room.roomId), { parties: players }), players)
    const [first] = parties
    if (!first) throw new Error('The ceremony gave the device no share.')
    const key = chainKeyOfSet({ chain, addressType: kind, ...defined({ isImported }) })
    const { address, publicKey } = await addressOfKeySet(key, first.share.keySet)
    const facts: WalletFacts = {
      userId,
      environmentId: record.environmentId,
      base,
      walletId: String(room.walletId),
      chain,
      addressType: kind,
      address,
      publicKey,
      key,
    }
    return walletOn(createWalletDevice(service, facts, { tokenOf, parties }))
  }
}

/** Hex of a private key in the format of its chain. @throws TypeError */
async function secretOf(chain: Schemas['WaasChainEnum'], privateKey: string): Promise<string> {
  const { readPrivateKey } = await loadCeremony()
  try {
    return readPrivateKey(chain, privateKey)
  } catch {
    // The sentence must not have the key.
    throw new TypeError(`Failed to call "wallets.embedded()": "privateKey" is not in the format of ${chain}.`)
  }
}

/** The wallet as tests use it on a device. */
function walletOn(device: WalletDevice): EmbeddedWallet {
  const { walletId, chain, address, publicKey } = device.facts
  const lossListeners = new Set<() => void>()
  return {
    walletId,
    chain,
    address,
    publicKey,
    get shares() {
      return device.parties.map(({ identity, share }) => ({
        keygenId: identity.keygenId,
        signingShare: share.signingShare,
      }))
    },
    ...createSigningMethods(device, (listener) => void lossListeners.add(listener)),
    ...createShareMethods(device),
    backUp: (secret) => backUp(device, secret),
    newDevice: async (secret) => walletOn(await recover(device, secret)),
    loseDevice() {
      device.parties = []
      for (const listener of lossListeners) listener()
    },
  }
}
