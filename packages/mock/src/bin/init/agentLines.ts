import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Project } from './project.ts'

/** The file that coding agents read in a project. */
export const agentFile = 'AGENTS.md'

const begin = '<!-- latchkey: begin. Written by `latchkey-mock init --agent` -->'
const end = '<!-- latchkey: end -->'

/** The lines for coding agents, and the file with and without them. */
export interface AgentLines {
  readonly lines: readonly string[]
  readonly text: string
  readonly state: 'new' | 'added' | 'changed' | 'same'
}

/**
 * Plans the lines that tell agents how a project tests against the service. What else is in its `AGENTS.md` stays, with
 * its line ends. Lines of an earlier version are replaced.
 *
 * @throws TypeError with one line for a file that cannot be read, or whose markers do not belong together
 */
export function planAgentLines(project: Project): AgentLines {
  const lines = linesFor(project)
  const existing = readExisting(project.folder)
  if (existing === undefined) return { lines, text: `${lines.join('\n')}\n`, state: 'new' }
  const lineEnd = existing.includes('\r\n') ? '\r\n' : '\n'
  const block = lines.join(lineEnd)
  const [start, stop] = [existing.indexOf(begin), existing.indexOf(end)]
  if (start === -1 && stop === -1) {
    const gap = existing.trim() === '' ? '' : lineEnd
    const separator = existing === '' || existing.endsWith(lineEnd) ? gap : lineEnd + gap
    return { lines, text: existing + separator + block + lineEnd, state: 'added' }
  }
  const isPair = start !== -1 && stop > start && occursOnce(existing, begin) && occursOnce(existing, end)
  if (!isPair)
    throw new TypeError(
      `${agentFile} has the markers of init, but not one "begin" before one "end". Remove them, and run init again.`,
    )
  const text = existing.slice(0, start) + block + existing.slice(stop + end.length)
  return { lines, text, state: text === existing ? 'same' : 'changed' }
}

const occursOnce = (text: string, part: string) => text.indexOf(part) === text.lastIndexOf(part)

function linesFor({ dependencies }: Project): string[] {
  const packages = ['@latchkey/mock', ...('@latchkey/client' in dependencies ? ['@latchkey/client'] : [])]
  const pages = packages.map((name) => `\`node_modules/${name}/AGENTS.md\``)
  return [
    begin,
    '## Tests against the identity and wallet API',
    '',
    `- Before you write code or tests that call this API, read ${pages.join(' and ')}.`,
    '- Tests use `@latchkey/mock`: real state, tokens and webhooks in memory. Write no canned replies for this API, and',
    '  call no deployment from a test.',
    '- To try calls by hand, run `npx @latchkey/mock`, or add its tools to your agent: `npx @latchkey/mock mcp`.',
    end,
  ]
}

/** @returns `undefined` if there is no such file */
function readExisting(folder: string): string | undefined {
  const file = join(folder, agentFile)
  if (!existsSync(file)) {
    if (isDanglingLink(file)) throw new TypeError(`${agentFile} is a link to a file that does not exist.`)
    return undefined
  }
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reason = code === 'EISDIR' ? 'it is a folder' : 'this process may not read it'
    throw new TypeError(`${agentFile} cannot be changed: ${reason}.`, { cause: error })
  }
}

function isDanglingLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true
}
