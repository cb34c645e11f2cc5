import { shapes } from './generated/shapes.ts'
import type { NamesFile } from './namesFile.ts'
import { createPathTable, type FindPath, type FoundPath, pairPaths } from './paths.ts'
import { createPlans, type ObjectPlan, type Plan, type Plans, readingOf, type Way } from './plans.ts'
import { type OperationShape, usualRefusal } from './shapes.ts'
import { readSpelling, type Spelling } from './spelling.ts'
import { createTextEdits, type EditText } from './textEdits.ts'

export type { NamesFile } from './namesFile.ts'

/** Plans for the messages of one operation, in one way. */
export interface OperationPlans {
  readonly params: ObjectPlan | undefined
  readonly query: ObjectPlan | undefined
  readonly body: Plan | undefined
  reply(status: number): Plan | undefined
  /** Renames in the text of a reply that is as `JSON.stringify` writes it. */
  replyEdits(status: number): EditText | undefined
}

/** The names of a deployment in one way. */
export interface Direction {
  readonly way: Way
  findPath(path: string): FoundPath | undefined
  /** @param operation - Empty for a request that found none, which is refused. */
  plansOf(operation: string): OperationPlans
  schemaPlan(schema: string): Plan | undefined
  header(name: string): string
  cookie(name: string): string
}

/** The names of a deployment, checked against the document. */
export interface DeploymentNames {
  /** From the document's names to the deployment's. */
  readonly spell: Direction
  /** From the deployment's names to the document's. */
  readonly read: Direction
  readonly tokenPrefixes: ReadonlyMap<string, string>
  /** Whether a path begins like one of the deployment's, by its first segment. */
  isInterfacePath(path: string): boolean
  /** Whether a header or a cookie is spelled differently. */
  readonly hasHeaders: boolean
}

/**
 * Reads the names of a deployment.
 *
 * @param file - The content of a names file.
 * @throws TypeError for a name that the document does not have, with the nearest one, and for a spelling that two names
 * would share
 */
export function readDeploymentNames(file: NamesFile): DeploymentNames {
  const spelling = readSpelling(file)
  const pairs = pairPaths(spelling)
  const beginnings = new Set(pairs.map(({ spelled }) => beginningOf(spelled)))
  return {
    spell: createDirection(spelling, 'spell', createPathTable(pairs, 'documented')),
    read: createDirection(spelling, 'read', createPathTable(pairs, 'spelled')),
    tokenPrefixes: spelling.tokenPrefixes,
    isInterfacePath: (path) => beginnings.has(beginningOf(path)),
    hasHeaders: spelling.headers.size + spelling.cookies.size > 0,
  }
}

const beginningOf = (path: string) => path.split('/', 2)[1] ?? ''

/** As a field is read that is not so spelled. Names of headers and cookies have no spaces (RFC 9110, section 5.6.2). */
const tokenNotSoSpelled = (name: string, spelled: string) => `${name}-spelled-${spelled}`

function createDirection(spelling: Spelling, way: Way, findPath: FindPath): Direction {
  const plans = createPlans(spelling, way)
  const operations = new Map<string, OperationPlans>()
  const translate = (spellings: ReadonlyMap<string, string>) => {
    const names = way === 'spell' ? spellings : readingOf(spellings, tokenNotSoSpelled)
    return (name: string) => names.get(name) ?? name
  }
  return {
    way,
    findPath,
    plansOf(id) {
      const existing = operations.get(id)
      if (existing) return existing
      const created = createOperationPlans(spelling, plans, id)
      operations.set(id, created)
      return created
    },
    schemaPlan: (schema) => plans.planOf(schema, schema),
    header: translate(spelling.headers),
    cookie: translate(spelling.cookies),
  }
}

function createOperationPlans(spelling: Spelling, plans: Plans, id: string): OperationPlans {
  const { params = {}, query = {}, body = 0, replies = {} }: Partial<OperationShape> = shapes.operations[id] ?? {}
  const nodeOf = (status: number) => replies[status] ?? (status >= 400 ? usualRefusal : 0)
  const reply = keptByStatus((status) => plans.planOf(nodeOf(status), `${id}.${status}`))
  return {
    params: plans.planOfFields(params, id, () => undefined),
    query: plans.planOfFields(query, id, (name) => spelling.parameter(id, name)),
    body: plans.planOf(body, `${id}.body`),
    reply,
    replyEdits: keptByStatus((status) => (reply(status) ? createTextEdits(spelling, nodeOf(status)) : undefined)),
  }
}

function keptByStatus<T>(make: (status: number) => T): (status: number) => T {
  const byStatus = new Map<number, T>()
  return (status) => {
    if (!byStatus.has(status)) byStatus.set(status, make(status))
    return byStatus.get(status) as T
  }
}
