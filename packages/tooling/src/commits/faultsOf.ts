/** A commit, as `git log` has it. */
export interface Commit {
  readonly hash: string
  readonly subject: string
  readonly body: string
}

const longestSubject = 72

/** Lists the faults of a commit's message, as sentences. */
export function faultsOf({ hash, subject, body }: Commit): string[] {
  const faults: string[] = []
  if (subject.length > longestSubject)
    faults.push(`its subject has ${subject.length} characters, and ${longestSubject} fit a line`)
  const [, type] = /^(fix|refactor)\b/.exec(subject) ?? []
  if (type !== undefined && body.trim() === '') faults.push(`a ${type} has a body that says why`)
  return faults.map((fault) => `${hash.slice(0, 9)} "${subject}": ${fault}.`)
}
