import type { Entry } from '../../live/control.ts'
import { credentialOf } from './credentialOf.ts'

/** A request as a command for the shell. Secrets are not in the journal, so variables stand for them. */
export function curlOf(baseUrl: string, entry: Entry): string {
  const { method, body } = entry
  const token = credentialOf(entry)
  const lines = [
    `curl ${method === 'GET' ? '' : `--request ${method} `}${quoted(baseUrl + pathBelow(baseUrl, entry) + searchOf(entry))}`,
    ...(token === undefined ? [] : [`--header "authorization: Bearer $${token}"`]),
    ...(body === undefined
      ? []
      : ["--header 'content-type: application/json'", `--data ${quoted(JSON.stringify(body))}`]),
  ]
  return lines.join(' \\\n  ')
}

/** The path below the mock's URL, which has a path itself when it is that of a world. */
export function pathBelow(baseUrl: string, { path }: Entry): string {
  const { pathname } = new URL(baseUrl)
  return pathname !== '/' && path.startsWith(`${pathname}/`) ? path.slice(pathname.length) : path
}

export function searchOf({ query }: Entry): string {
  const fields = Object.entries(query).flatMap(([name, value]) => fieldsOf(name, value))
  return fields.length > 0 ? `?${new URLSearchParams(fields)}` : ''
}

function fieldsOf(name: string, value: unknown): [string, string][] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value.flatMap((item) => fieldsOf(name, item))
  if (typeof value !== 'object') return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, inner]) => fieldsOf(`${name}[${key}]`, inner))
}

/** A word of the shell, in which nothing has a meaning. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
