import { newRecord } from '@latchkey/base/newRecord'
import type { Backend } from '../../src/domain/shared/backend.ts'
import type { Credential, Wallet } from '../../src/store/records.ts'
import { transact } from '../../src/world/world.ts'
import { createTestWorld } from '../support/world.ts'

type Fields = Omit<Partial<Credential>, 'verifiedAt'> & {
  /** `null` for a credential that was not verified. */
  readonly verifiedAt?: string | null
}

/** A world for tests of credentials without HTTP, with the credentials of one user, who has no record yet. */
export function createCredentialWorld() {
  const world = createTestWorld()
  const environmentId = [...world.store.reader.environments.all()][0]?.id ?? ''
  const userId = '01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f'
  const instant = '2026-01-01T00:00:00.000Z'
  const act = <T>(rule: (backend: Backend) => T): T => transact(world, rule) as T

  return {
    environmentId,
    userId,
    instant,
    act,
    /** Adds a verified credential of the user that signs in, but for these fields. */
    add: ({ verifiedAt = instant, ...fields }: Fields = {}): Credential =>
      act((backend) =>
        backend.store.credentials.insert({
          ...newRecord(backend),
          environmentId,
          userId,
          format: 'email',
          key: backend.random.token(10),
          signInEnabled: true,
          ...(verifiedAt !== null && { verifiedAt }),
          ...fields,
        }),
      ),
    /** Adds the wallet of a blockchain credential. */
    addWallet: ({ id }: Credential, fields: Partial<Wallet> = {}): Wallet =>
      act((backend) =>
        backend.store.wallets.insert({
          ...newRecord(backend),
          environmentId,
          userId,
          name: 'wallet',
          chain: 'EVM',
          publicKey: '0x01',
          key: `evm:${id}`,
          provider: 'browserExtension',
          ...fields,
          id,
        }),
      ),
  }
}

export type CredentialWorld = ReturnType<typeof createCredentialWorld>
