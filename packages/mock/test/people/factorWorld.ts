import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import { createFactories } from '../../src/control/objects/factories.ts'
import { createSettingsControl } from '../../src/control/objects/settingsControl.ts'
import type { Backend } from '../../src/domain/shared/backend.ts'
import type { User } from '../../src/store/records.ts'
import type { Passkey } from '../../src/store/signInRecords.ts'
import { transact } from '../../src/world/world.ts'
import { createTestWorld } from '../support/world.ts'

type MfaSettings = components['schemas']['MfaSettings']
type Choices = { readonly [K in keyof MfaSettings]?: MfaSettings[K] | null }

/** A world for tests of second factors without HTTP: an environment that has them on, and a user without any. */
export async function createFactorWorld() {
  const world = createTestWorld()
  const environmentId = [...world.store.reader.environments.all()].find(({ name }) => name === 'sandbox')?.id ?? ''
  const create = createFactories(world, environmentId)
  const settings = createSettingsControl(world, environmentId)
  const { id: userId } = await create.user({ email: 'ada@example.com' })

  return {
    world,
    create,
    userId,
    /** Changes the settings of second factors; `null` removes one. */
    set: (mfa: Choices) => settings.patch({ security: { mfa: mfa as object } }),
    /** Runs a rule about a user. */
    act: <T>(rule: (backend: Backend, user: User) => T, id = userId): T =>
      transact(world, (backend) => {
        const user = backend.store.users.get(id)
        if (!user) throw new TypeError('The test has no user with this id.')
        return rule(backend, user)
      }) as T,
    /** Inserts a passkey of the user, which nobody can answer for. */
    insertPasskey: (fields: Partial<Passkey> = {}): string =>
      transact(world, (backend) => {
        const passkey: Passkey = {
          ...newRecord(backend),
          environmentId,
          userId,
          credentialId: backend.random.token(22),
          publicKey: '',
          counter: 0,
          isBackupEligible: false,
          rpId: 'example.com',
          origin: 'https://example.com',
          updatedAt: backend.clock.iso(),
          ...fields,
        }
        backend.store.passkeys.insert(passkey)
        return passkey.id
      }) as string,
  }
}

export type FactorWorld = Awaited<ReturnType<typeof createFactorWorld>>
