import { rotateSigningKey } from '../../domain/sessions/signingKeys.ts'
import { transact, type World } from '../../world/world.ts'
import type { EnvironmentChoice } from './create/factoryContext.ts'

/** The keys that environments sign tokens with. */
export interface KeyControl {
  /**
   * Signs an environment's tokens with a new key from then on. The former key stays in the JWK set until the last token
   * that it has signed expires.
   *
   * @returns The new key's id, which is its RFC 7638 thumbprint.
   */
  rotate(choice?: EnvironmentChoice): Promise<{ readonly kid: string }>
}

export function createKeyControl(world: World, sandboxId: string): KeyControl {
  return {
    async rotate({ environmentId = sandboxId } = {}) {
      const { kid } = await transact(world, (backend) => rotateSigningKey(backend, environmentId))
      return { kid }
    },
  }
}
