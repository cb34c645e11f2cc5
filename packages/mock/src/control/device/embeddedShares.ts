import { loadCeremony } from '../../domain/keySets/ceremony.ts'
import { reshareAlone, reshareForDelegate, reshareTo, sealForDelegate } from './embeddedDelegation.ts'
import { partiesIn, playRoom } from './embeddedDevice.ts'
import type { EmbeddedWallet } from './embeddedWallet.ts'
import type { WalletDevice } from './walletDevice.ts'

/** The methods that renew a wallet's shares, or combine them. */
type ShareMethods = Pick<EmbeddedWallet, 'refresh' | 'reshare' | 'delegate' | 'revokeDelegation' | 'export'>

export function createShareMethods(device: WalletDevice): ShareMethods {
  const { service, facts } = device
  return {
    async refresh() {
      device.ownParty()
      const { roomId } = await device.call('refresh', {})
      const { parties } = device
      device.parties = partiesIn(await playRoom(service, String(roomId), { parties }), parties)
    },
    async reshare({ scheme }) {
      device.parties = await reshareTo(device, scheme)
    },
    async delegate() {
      const [user, delegateParty] = await reshareForDelegate(device)
      device.parties = [user]
      const { walletId: id, chain, address, publicKey, environmentId, key } = facts
      const wallet = { id, chain, address, publicKey, scheme: 'TWO_OF_THREE' }
      const input = { party: delegateParty, wallet, derivation: key.derivation }
      const encryptedDelegatedShare = await sealForDelegate(service, environmentId, input)
      await device.call('delegatedAccess/delivery', { encryptedDelegatedShare })
      // The server has its share by a webhook, and can sign as soon as this ends.
      await service.settle()
    },
    async revokeDelegation() {
      device.parties = await reshareAlone(device)
    },
    async export() {
      const party = device.ownParty()
      const exportId = party.identity.keygenId
      const { roomId } = await device.call('privateKey/export', { exportId })
      const results = await playRoom(service, String(roomId), { parties: [party] })
      const result = results[exportId]
      if (result?.kind !== 'privateKey') throw new Error('The ceremony gave the device no key.')
      const { writePrivateKey } = await loadCeremony()
      return writePrivateKey(facts.chain, result.privateKey)
    },
  }
}
