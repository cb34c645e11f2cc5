import type { MockExport } from '../../src/control/objects/stateControl.ts'

/** Markup that would set the title of the page if it became elements. */
export const hostileMarkup = '<img src=x onerror="document.title=1"><script>document.title=1</script>'
/** Makes the text after it run from right to left. */
const turning = '\u202e'
/** A host of nobody that an attacker would like to be asked. */
export const foreignHost = 'attacker.example'

const hostileUrls = [
  'javascript:document.title=1',
  `https://${foreignHost}/picture.png`,
  'data:text/html,<script>parent.document.title=1</script>',
  `//${foreignHost}/`,
  'java\tscript:document.title=1',
  '\u0001javascript:document.title=1',
]
const hostileTexts = [
  hostileMarkup,
  `${turning}gnp.exe${hostileMarkup}`,
  '"><svg onload=document.title=1>',
  `'"\u2028\u0000${hostileMarkup}`,
  `https://${foreignHost}/`,
]

/** The hostile texts of fields. Fields whose form the replies of the control interface have to keep are left out. */
const hostileByField: ReadonlyMap<string, readonly string[]> = new Map([
  ...['link', 'url', 'origin', 'appUrl', 'iconUrl', 'rpcUrl', 'blockExplorerUrl'].map(
    (field) => [field, hostileUrls] as const,
  ),
  ...['name', 'note', 'subject', 'text', 'to', 'userAgent', 'ipAddress', 'symbol', 'message', 'hostname'].map(
    (field) => [field, hostileTexts] as const,
  ),
])

/** A state whose texts are hostile, and a message with a link for each of its messages. */
export function hostileStateOf(state: MockExport): { readonly state: MockExport; readonly changed: number } {
  let changed = 0
  const counts = new Map<string, number>()
  const change = (value: unknown, field: string): unknown => {
    if (Array.isArray(value)) return value.map((each: unknown) => change(each, field))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, change(inner, name)]))
    const hostile = hostileByField.get(field)
    if (typeof value !== 'string' || !hostile) return value
    changed += 1
    const count = counts.get(field) ?? 0
    counts.set(field, count + 1)
    // Some fields are unique.
    return `${hostile[count % hostile.length]} ${changed}`
  }
  const tables = Object.fromEntries(
    Object.entries(state.tables as Readonly<Record<string, readonly object[]>>).map(([name, records]) => {
      const all = name === 'outbox' ? records.map((message) => ({ ...message, link: '' })) : records
      return [name, checkedTables.has(name) ? records : change(all, name)]
    }),
  )
  return { state: { ...state, tables }, changed }
}

/** Texts in them have a form, or the service finds networks and jobs by them. */
const checkedTables: ReadonlySet<string> = new Set(['environments', 'jobs', 'wallets', 'customFields', 'origins'])
