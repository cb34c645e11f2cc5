import type { World } from '../../world/world.ts'
import { type AccessFactories, createAccessFactories } from './create/accessFactories.ts'
import { createEnvironmentFactories, type EnvironmentFactories } from './create/environmentFactories.ts'
import type { FactoryContext } from './create/factoryContext.ts'
import { createOrganizationFactories, type OrganizationFactories } from './create/organizationFactories.ts'
import { createUserFactories, type UserFactories } from './create/userFactories.ts'

/** Creates resources by the interface's operations, with defaults for what a test does not care about. */
export interface Factories extends UserFactories, AccessFactories, EnvironmentFactories, OrganizationFactories {}

export function createFactories(world: World, sandboxId: string): Factories {
  const context: FactoryContext = {
    world,
    sandboxId,
    at: ({ environmentId = sandboxId } = {}) => ({ environmentId }),
  }
  return {
    ...createUserFactories(context),
    ...createAccessFactories(context),
    ...createEnvironmentFactories(context),
    ...createOrganizationFactories(context),
  }
}
