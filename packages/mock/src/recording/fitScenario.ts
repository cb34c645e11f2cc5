import type { Scenario } from '@latchkey/contract/generated/scenario'
import type * as z from 'zod'
import { type NameTools, shownName } from '../comparison/shownNames.ts'
import { scenarioSchema } from '../control/scenario/scenarioSchema.ts'

/** A scenario that a mock loads, and the parts of the deployment that it does not have. */
export interface RecordedScenario {
  readonly scenario: Scenario
  /** Paths, such as `gates[].rules[].<field 1>`. They have no values, and no names that the document does not have. */
  readonly leftOut: readonly string[]
}

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

/** How often parts are left out: each round shows the faults of one more level. */
const maximumRounds = 200

/**
 * Leaves out what scenarios do not accept: unknown fields, unknown values, and objects that lack what they need.
 *
 * @throws TypeError if nothing acceptable is left
 */
export function fitScenario(names: NameTools, draft: unknown): RecordedScenario {
  const scenario = structuredClone(draft)
  const leftOut = new Map<string, string>()
  for (let round = 0; round < maximumRounds; round++) {
    const { success, error } = scenarioSchema.safeParse(scenario)
    if (success) return { scenario: scenario as Scenario, leftOut: [...leftOut.values()] }
    const paths = error.issues.flatMap((issue) => refusedPaths(issue, scenario))
    const distinct = new Map(paths.map((path) => [JSON.stringify(path), path]))
    for (const path of [...distinct.values()].toSorted(deepAndLateFirst)) {
      remove(scenario, path)
      const name = textOf(path, String)
      if (isNoted(name))
        leftOut.set(
          name,
          textOf(path, (step) => shownName(names, 'field', step)),
        )
    }
  }
  throw new TypeError('The replies of the deployment do not make a scenario.')
}

/** Fields that a mock makes itself are not missed: ids, instants, its own URLs, and the state of a hostname. */
const ownFields =
  /(?:^|\.)(?:\w*[iI]d|createdAt|updatedAt|key|status|verificationRecords|authorizationUrl|redirectUrl)$/
const isNoted = (path: string) => !ownFields.test(path)

/** The parts that an issue of the schema is about. A part that lacks something is refused as a whole. */
function refusedPaths(issue: Issue, scenario: unknown): Path[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => [...issue.path, key])
  if (issue.code === 'invalid_union') {
    const option = issue.errors.find((inner) =>
      inner.every(({ path, code }) => path.length > 0 || code === 'unrecognized_keys'),
    )
    if (!option) return [issue.path]
    return option.flatMap((inner) => refusedPaths({ ...inner, path: [...issue.path, ...inner.path] }, scenario))
  }
  return [valueAt(scenario, issue.path) === undefined ? issue.path.slice(0, -1) : issue.path]
}

/** Later items of a list come first, so that the removal of one does not move the others. */
function deepAndLateFirst(one: Path, other: Path): number {
  for (const [index, step] of one.entries()) {
    const otherStep = other[index]
    if (step === otherStep) continue
    if (otherStep === undefined) return -1
    if (typeof step === 'number' && typeof otherStep === 'number') return otherStep - step
    return String(step) < String(otherStep) ? -1 : 1
  }
  return other.length - one.length
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, step) => Reflect.get(Object(inner), step), value)
}

function remove(scenario: unknown, path: Path): void {
  const holder = valueAt(scenario, path.slice(0, -1))
  const last = path.at(-1)
  if (last === undefined || typeof holder !== 'object' || holder === null) return
  if (Array.isArray(holder)) holder.splice(Number(last), 1)
  else Reflect.deleteProperty(holder, last)
}

const textOf = (path: Path, nameOf: (step: string) => string): string =>
  path
    .map((step) => (typeof step === 'number' ? '[]' : `.${nameOf(String(step))}`))
    .join('')
    .slice(1)
