import { newRecord } from '@latchkey/base/newRecord'
import { describe, expect, it } from 'vitest'
import { createTestWorld } from '../../../test/support/world.ts'
import { transact } from '../../world/world.ts'
import { createUser } from '../flows/users/users.ts'
import { linkWallet } from './linkedWallets.ts'

const environmentId = '00000000-0000-7000-8000-000000000004'
const publicKey = '0x52908400098527886E0F7030069857D2E4169EE7'

describe('linkWallet', () => {
  it('refuses an external wallet for a user with an embedded one', async () => {
    await transact(createTestWorld(), (backend) => {
      const user = createUser(backend, environmentId, {})
      backend.store.wallets.insert({
        ...newRecord(backend),
        environmentId,
        userId: user.id,
        name: 'embedded',
        chain: 'EVM',
        publicKey,
        key: 'eip155:0x1',
        provider: 'embeddedWallet',
      })
      const fields = {
        publicWalletAddress: publicKey,
        chain: 'EVM',
        walletName: 'metamask',
        walletProvider: 'browserExtension',
      } as const
      expect(() => linkWallet(backend, user, fields)).toThrow(
        expect.objectContaining({ code: 'linked_embedded_wallet' }),
      )
      expect(backend.store.wallets.size).toBe(1)
    })
  })
})
