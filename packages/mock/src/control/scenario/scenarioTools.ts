import { DomainError } from '../../domain/shared/errors.ts'
import type { World } from '../../world/world.ts'
import { ScenarioRefusal, refusal } from './readScenario.ts'

/** The tools that create the parts of a scenario. */
export interface ScenarioTools {
  readonly world: World
  readonly environmentId: string
  /** The present time of the scenario, in epoch milliseconds. */
  readonly now: number
}

/**
 * Runs a step of a scenario.
 *
 * @param path - The path in the scenario. A refusal begins with it.
 * @throws {@link ScenarioRefusal} for a refusal of an operation or the control object
 */
export async function at<T>(path: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    const isWrongUse = error instanceof DomainError || error instanceof TypeError || error instanceof RangeError
    if (error instanceof ScenarioRefusal || !isWrongUse) throw error
    throw refusal([`${path}: ${error.message.replace(/^Failed to [^:]*: /, '')}`], error)
  }
}

/** Items of a list of the scenario, with its name and how the result calls an item. */
interface List<T> {
  readonly name: string
  readonly items: readonly T[] | undefined
  readonly keyOf: (item: T, index: number) => string
}

/** Creates the items of a list one after another. @returns The created items, by name */
export async function createAll<T, R>(
  { name, items = [], keyOf }: List<T>,
  create: (item: T, path: string) => Promise<R>,
): Promise<Record<string, R>> {
  const created: [key: string, item: R][] = []
  for (const [index, item] of items.entries()) {
    const path = `${name}[${index}]`
    created.push([keyOf(item, index), await at(path, () => create(item, path))])
  }
  return Object.fromEntries(created)
}

type Mutable<T> = T extends readonly (infer I)[]
  ? Mutable<I>[]
  : T extends object
    ? { -readonly [K in keyof T]: Mutable<T[K]> }
    : T

/** A part of a scenario as operations take it: their types are mutable, and they do not change it. */
export const asBody = <T>(part: T): Mutable<T> => part as Mutable<T>
