import { Fact, Facts } from '../../components/Facts.tsx'

interface RequestHeadersProps {
  /** By names in lower case. Credentials are covered. */
  readonly headers: Readonly<Record<string, string>>
  /** Whether they are shown before they are asked for. */
  readonly isOpen: boolean
}

/** The headers of a request, the credential first. */
export function RequestHeaders({ headers, isOpen }: RequestHeadersProps) {
  const entries = Object.entries(headers).sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
  if (entries.length === 0) return <p class="muted small">Without headers</p>
  return (
    <details class="requests-headers" open={isOpen}>
      <summary>Headers ({entries.length})</summary>
      <Facts>
        {entries.map(([name, value]) => (
          <Fact key={name} name={name}>
            <span class="text">{value}</span>
          </Fact>
        ))}
      </Facts>
    </details>
  )
}

const rank = (name: string) => (name === 'authorization' ? 0 : 1)
