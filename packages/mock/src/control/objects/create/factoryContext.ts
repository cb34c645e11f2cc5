import type { World } from '../../../world/world.ts'

/** The environment in which a factory creates a resource. @default the sandbox */
export interface EnvironmentChoice {
  readonly environmentId?: string | undefined
}

export interface FactoryContext {
  readonly world: World
  readonly sandboxId: string
  /** The path parameter of the environment in which a resource is created. */
  at(choice?: EnvironmentChoice): { readonly environmentId: string }
}
