import { Badge } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { Empty } from '../../components/Empty.tsx'
import { useAction, useInspector } from '../../inspectorContext.ts'
import { type Part, stateOf, timeInWords } from './part.ts'

/** The real parts, each with its last and median time, its failures, and buttons to check and detach it. */
export function RealParts({ parts }: { parts: readonly Part[] }) {
  return (
    <Card title="Real" flush>
      {parts.length === 0 ? (
        <Empty icon="outside" title="Nothing is real">
          <p>
            Attach a node, an identity provider or a mailbox, and the service asks it in place of the simulated one.
            Nothing else changes.
          </p>
        </Empty>
      ) : (
        <ul class="list" aria-label="Real parts">
          {parts.map((part) => (
            <li key={part.name}>
              <RealPart part={part} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function RealPart({ part }: { part: Part }) {
  const { live } = useInspector()
  const [run, isBusy] = useAction()
  const { name, origin, shared, hasCheck, problem } = part
  const { words, tone } = stateOf(part)
  const check = () =>
    run(async () => {
      const checked = await live.call('POST outside/check', { name })
      if (checked.problem !== undefined) throw new Error(checked.problem)
    }, `${name} answers.`)
  const detach = () => run(() => live.call('POST outside/detach', { name }), `${name} is simulated again.`)
  return (
    <article class="outside-part" aria-label={name}>
      <div class="row">
        <b class="text">{name}</b>
        <Badge tone={tone}>{words}</Badge>
        {shared && <Badge>Shared with other worlds</Badge>}
      </div>
      <code class="text small">{origin}</code>
      <span class="muted small tabular">{usesInWords(part)}</span>
      {problem !== undefined && <p class="remark bad text">{problem}</p>}
      <div class="row">
        {hasCheck && (
          <button type="button" disabled={isBusy} onClick={() => void check()}>
            Check
          </button>
        )}
        <button type="button" disabled={isBusy} onClick={() => void detach()}>
          Detach
        </button>
      </div>
    </article>
  )
}

/** `'Used 3 times, 1 failure. Last 4.0 ms, median 3.2 ms.'` */
function usesInWords({ uses, failures, lastMs, medianMs }: Part): string {
  if (lastMs === undefined || medianMs === undefined) return 'Used 0 times.'
  const failed = failures === 1 ? '1 failure' : `${failures.toLocaleString('en')} failures`
  const used = `Used ${uses.toLocaleString('en')} ${uses === 1 ? 'time' : 'times'}`
  return `${used}, ${failed}. Last ${timeInWords(lastMs)}, median ${timeInWords(medianMs)}.`
}
