import { useState } from 'preact/hooks'
import { Badge } from '../../components/Badge.tsx'
import { Fact, Facts } from '../../components/Facts.tsx'
import { Method } from './OperationList.tsx'
import type { Operation } from './operationsOf.ts'
import { Prose } from './Prose.tsx'

const callerWords = {
  environment: 'the API token of an environment, or of a member',
  admin: 'the API token of a member',
  user: 'the session token of a user',
  nobody: 'none',
} as const

/** More would push the form out of a window. */
const longestBeginning = 220

/** The purpose of an operation, so short that the form below is in view, and the whole description on demand. */
export function Description({ operation }: { operation: Operation }) {
  const { id, path, summary, description, isDeprecated, caller, needs } = operation
  const [isWhole, setWhole] = useState(false)
  const [beginning = ''] = description.trim().split(/\n\s*\n/)
  const isLong = description.trim().length > Math.min(beginning.length, longestBeginning)
  return (
    <section class="card">
      <header>
        <Method of={operation} />
        <h2>{id}</h2>
        {isDeprecated && <Badge tone="warn">deprecated</Badge>}
      </header>
      <div class="body">
        <code class="text">{path}</code>
        <p>
          <b>{summary}.</b>
        </p>
        {isWhole || !isLong ? (
          <Prose text={description} />
        ) : (
          <p class="operations-beginning">
            <Prose text={beginning} isInline />
          </p>
        )}
        {isLong && (
          <div>
            <button type="button" class="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
              {isWhole ? 'Show less' : 'Show the whole description'}
            </button>
          </div>
        )}
        <Facts>
          <Fact name="Credential">{callerWords[caller]}</Fact>
          {needs !== undefined && (
            <Fact name={caller === 'admin' ? 'Role' : 'Scope'}>
              <code>{needs}</code>
            </Fact>
          )}
        </Facts>
      </div>
    </section>
  )
}
