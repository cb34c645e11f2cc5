import { searchOf } from '@latchkey/base/formFields'
import { quoted } from '../../literals.ts'
import type { Entry } from '../../live/control.ts'
import { credentialOf } from './credentialOf.ts'

/** A request as a command for the shell. Secrets are not in the journal, so variables stand for them. */
export function curlOf(baseUrl: string, entry: Entry): string {
  const { method, body } = entry
  const token = credentialOf(entry)
  const lines = [
    `curl ${method === 'GET' ? '' : `--request ${method} `}${quoted(baseUrl + pathBelow(baseUrl, entry) + searchOf(entry.query))}`,
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
