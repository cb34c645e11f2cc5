import type { ComponentChildren } from 'preact'

export type Tone = 'good' | 'warn' | 'bad' | 'info'

/** A word about a thing. Its colour alone never says anything. */
export function Badge({ tone = '' as Tone, children }: { tone?: Tone | undefined; children: ComponentChildren }) {
  return <span class={`badge ${tone}`}>{children}</span>
}

/** The status of a reply; `0` is a connection that a fault broke. */
export function StatusBadge({ status }: { status: number }) {
  return <Badge tone={toneOf(status)}>{status === 0 ? 'broken' : status}</Badge>
}

function toneOf(status: number): Tone {
  if (status === 0 || status >= 500) return 'bad'
  if (status >= 400) return 'warn'
  return status >= 300 ? 'info' : 'good'
}
