import type { OperationId } from '@latchkey/types'

/** Records of one kind by what identifies them, in the order of the deployment. */
type Records = Map<string, object>

/** Everything that was read of an environment. */
export interface RecordedReads {
  settings?: object
  /** By provider. */
  readonly providers: Records
  /** By name. */
  readonly customFields: Records
  /** By id. */
  readonly gates: Records
  readonly allowlists: Records
  readonly networks: Records
  readonly hostnames: Records
  readonly users: Records
  /** By type. */
  readonly sdkViews: Records
  /** The entries of each list, by id. */
  readonly entries: Map<string, Records>
  readonly origins: Set<string>
  readonly deeplinkUrls: Set<string>
}

export const createReads = (): RecordedReads => ({
  providers: new Map(),
  customFields: new Map(),
  gates: new Map(),
  allowlists: new Map(),
  networks: new Map(),
  hostnames: new Map(),
  users: new Map(),
  sdkViews: new Map(),
  entries: new Map(),
  origins: new Set(),
  deeplinkUrls: new Set(),
})

/** A reply to a read. */
export interface ReadReply {
  readonly params: Readonly<Record<string, string>>
  readonly body: unknown
}

type Note = (reads: RecordedReads, reply: ReadReply) => void

/** The reads that make a scenario, each with what is kept of its reply. */
const notes: Readonly<Partial<Record<OperationId, Note>>> = {
  'environments.get': (reads, { body }) => {
    const settings = fieldOf(body, 'settings')
    if (isObject(settings)) reads.settings = settings
  },
  'sdkSettings.get': noteSdkSettings,
  'providers.list': (reads, { body }) => noteAll(reads.providers, fieldOf(body, 'providers'), 'provider'),
  'providers.get': (reads, { body }) => noteAll(reads.providers, [body], 'provider'),
  'customFields.list': (reads, { body }) => noteAll(reads.customFields, body, 'name'),
  'customFields.get': (reads, { body }) => noteAll(reads.customFields, [body], 'name'),
  'gates.list': (reads, { body }) => noteAll(reads.gates, fieldOf(body, 'gates'), 'id'),
  'gates.get': (reads, { body }) => noteAll(reads.gates, [body], 'id'),
  'allowlists.list': (reads, { body }) => noteAll(reads.allowlists, body, 'id'),
  'allowlists.get': (reads, { body }) => noteAll(reads.allowlists, [body], 'id'),
  'allowlistEntries.list': (reads, { params: { allowlistId = '' }, body }) => {
    const entries = reads.entries.get(allowlistId) ?? new Map()
    reads.entries.set(allowlistId, entries)
    noteAll(entries, fieldOf(body, 'entries'), 'id')
  },
  'customNetworks.list': (reads, { body }) => {
    const networks = itemsOf(fieldOf(body, 'customNetworks')).map((item) => fieldOf(item, 'customNetwork'))
    noteAll(reads.networks, networks, 'id')
  },
  'customNetworks.get': (reads, { body }) => noteAll(reads.networks, [fieldOf(body, 'customNetwork')], 'id'),
  'customHostnames.list': (reads, { body }) => noteAll(reads.hostnames, fieldOf(body, 'customHostnames'), 'hostname'),
  'origins.list': (reads, { body }) => noteTexts(reads.origins, fieldOf(body, 'origins'), 'origin'),
  'deeplinkUrls.list': (reads, { body }) => noteTexts(reads.deeplinkUrls, fieldOf(body, 'deeplinkUrls'), 'url'),
  'sdkViews.list': (reads, { body }) => noteAll(reads.sdkViews, fieldOf(body, 'sdkViews'), 'type'),
  'sdkViews.get': (reads, { body }) => noteAll(reads.sdkViews, [body], 'type'),
  'users.list': (reads, { body }) => noteAll(reads.users, fieldOf(body, 'users'), 'id'),
  'users.get': (reads, { body }) => noteAll(reads.users, [fieldOf(body, 'user')], 'id'),
  'profile.get': (reads, { body }) => noteAll(reads.users, [body], 'id'),
}

/** Whether a scenario keeps something of the replies to an operation. */
export const isKept = (id: OperationId): boolean => Object.hasOwn(notes, id)

/** Notes what a scenario keeps of a reply. A later reply replaces what an earlier one said of the same record. */
export function noteRead(reads: RecordedReads, id: OperationId, reply: ReadReply): void {
  notes[id]?.(reads, reply)
}

/** Apps read the settings before anybody signs in. They have the enabled providers and the custom fields, too. */
function noteSdkSettings(reads: RecordedReads, { body }: ReadReply): void {
  if (!isObject(body)) return
  reads.settings ??= body
  const providers = itemsOf(fieldOf(body, 'providers')).filter((item) => !reads.providers.has(nameOf(item, 'provider')))
  noteAll(reads.providers, providers, 'provider')
  const fields = itemsOf(fieldOf(body, 'customFields')).filter((item) => !reads.customFields.has(nameOf(item, 'name')))
  noteAll(reads.customFields, fields.map(customFieldOf), 'name')
}

/** A custom field of the settings, with the names that it has among custom fields. */
function customFieldOf(field: unknown): object {
  const names = ['name', 'enabled', 'required', 'validationRules', 'position']
  const fields = names.map((name) => [name, fieldOf(field, name)] as const).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(fields), fieldType: fieldOf(field, 'validationType') ?? 'text' }
}

function noteAll(records: Records, items: unknown, key: string): void {
  for (const item of itemsOf(items)) {
    const name = nameOf(item, key)
    if (isObject(item) && name !== '') records.set(name, item)
  }
}

function noteTexts(texts: Set<string>, items: unknown, key: string): void {
  for (const item of itemsOf(items)) {
    const text = nameOf(item, key)
    if (text !== '') texts.add(text)
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const fieldOf = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

function nameOf(item: unknown, key: string): string {
  const name = fieldOf(item, key)
  return typeof name === 'string' ? name : ''
}
