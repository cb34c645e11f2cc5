import type { OperationId } from '@latchkey/types'
import { rows } from '../http/router.ts'
import { createReads, noteRead, type RecordedReads } from './recordedReads.ts'

/** A reply to a read of the deployment. */
interface Read {
  readonly status: number
  /** The JSON of a success. */
  readonly body: unknown
}

/** Asks the deployment for the path below its base URL, by GET. */
export type AskTarget = (path: string) => Promise<Read>

export interface EnvironmentReads {
  readonly reads: RecordedReads
  /** Operations that the deployment refused, with the status. */
  readonly refused: readonly { readonly operation: OperationId; readonly status: number }[]
}

/** The reads of an environment that need no other one before. */
const plainReads: readonly OperationId[] = [
  'providers.list',
  'customFields.list',
  'origins.list',
  'deeplinkUrls.list',
  'customHostnames.list',
  'sdkViews.list',
  'gates.list',
  'allowlists.list',
]

const pageSize = 100
/** How many users, and how many entries of a list, are read. */
const maximumItems = 2_000

export interface ReadOptions {
  readonly environmentId: string
  /** The organization whose custom networks are read, if the token is that of a member. */
  readonly organizationId?: string | undefined
  /** Whether users and entries of lists are read, which become placeholders. */
  readonly people: boolean
}

/**
 * Reads an environment of a deployment by the interface's own read operations.
 *
 * @throws TypeError if the environment itself cannot be read
 */
export async function readEnvironment(ask: AskTarget, options: ReadOptions): Promise<EnvironmentReads> {
  const { environmentId, organizationId, people } = options
  const reads = createReads()
  const refused: { operation: OperationId; status: number }[] = []

  async function read(operation: OperationId, params: Readonly<Record<string, string>>, query = '') {
    const reply = await ask(pathOf(operation, params) + query)
    if (reply.status === 200) noteRead(reads, operation, { params, body: reply.body })
    else refused.push({ operation, status: reply.status })
    return reply
  }

  /** Reads the pages of a list until it has as many records as the list counts. */
  async function readPages(operation: OperationId, params: Readonly<Record<string, string>>) {
    for (let offset = 0; offset < maximumItems; offset += pageSize) {
      const { status, body } = await read(
        operation,
        params,
        `?orderBy=createdAt-asc&limit=${pageSize}&offset=${offset}`,
      )
      const { count } = Object(body) as { readonly count?: unknown }
      if (status !== 200 || typeof count !== 'number' || count <= offset + pageSize) return
    }
  }

  const { status } = await read('environments.get', { environmentId })
  if (status !== 200)
    throw new TypeError(`The target refused to show the environment: environments.get answered ${status}.`)
  for (const operation of plainReads) await read(operation, { environmentId })
  if (organizationId !== undefined) await read('customNetworks.list', { organizationId })
  if (!people) return { reads, refused }
  await readPages('users.list', { environmentId })
  for (const allowlistId of reads.allowlists.keys()) await readPages('allowlistEntries.list', { allowlistId })
  return { reads, refused }
}

/** The path of an operation. */
export function pathOf(operation: OperationId, params: Readonly<Record<string, string>> = {}): string {
  return rows[operation].path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
