import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AgentLines, agentFile, planAgentLines } from './agentLines.ts'
import type { Project } from './project.ts'

const sentences: Readonly<Record<AgentLines['state'], string>> = {
  new: `Wrote ${agentFile}`,
  added: `Added lines to ${agentFile}. What was there stays as it is.`,
  changed: `Renewed the lines in ${agentFile}. What else is there stays as it is.`,
  same: `${agentFile} has the lines already`,
}

/**
 * Writes the lines for coding agents.
 *
 * @returns The exit code
 * @throws TypeError with one line that says why the file stays as it is
 */
export async function tellAgents(
  project: Project,
  { print, isDryRun }: { readonly print: (text: string) => void; readonly isDryRun: boolean },
): Promise<number> {
  const { lines, text, state } = planAgentLines(project)
  if (isDryRun && state !== 'same') {
    print([`Would write these lines to ${agentFile}:`, '', ...lines.map((line) => `  ${line}`.trimEnd())].join('\n'))
    return 0
  }
  if (state !== 'same') await write(join(project.folder, agentFile), text, state === 'new')
  print([sentences[state], ...adviceFor(project)].join('\n'))
  return 0
}

/** Writes through a link, such as one to the file of another agent. */
async function write(file: string, text: string, isNew: boolean): Promise<void> {
  try {
    await writeFile(file, text, { flag: isNew ? 'wx' : 'w' })
  } catch (error) {
    throw new TypeError(`${agentFile} cannot be written: ${(error as Error).message}`, { cause: error })
  }
}

/** Some agents read a file of their own, which can include this one. */
function adviceFor(project: Project): string[] {
  const own = project.find(['CLAUDE.md', 'GEMINI.md'])
  if (own === undefined || project.text(own).includes(agentFile)) return []
  return ['', `${own} does not name ${agentFile}. Add this line there:`, `  @${agentFile}`]
}
