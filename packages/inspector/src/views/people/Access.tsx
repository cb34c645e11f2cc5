import { Badge } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { Codes } from '../../components/Codes.tsx'
import type { Person } from './person.ts'

interface Rule {
  readonly id: string
  readonly name: string
  readonly kind: 'Gate' | 'List'
  readonly outcome: string
  readonly scope: string | null
  readonly isEnabled: boolean
  /** Whether the gate is passed, or the person is on the list. */
  readonly isMet: boolean
}

/** Shows the person's gates, allowlists and scopes. */
export function Access({ person: { access, user } }: { person: Person }) {
  const rules: Rule[] = [
    ...access.gates.map(({ isPassed, ...gate }) => ({ ...gate, kind: 'Gate' as const, isMet: isPassed })),
    ...access.allowlists.map(({ isListed, ...list }) => ({ ...list, kind: 'List' as const, isMet: isListed })),
  ]
  const scopes = user.scope?.split(' ').filter(Boolean) ?? []
  return (
    <Card title="Gates and lists" flush>
      <div class="people-part">
        {access.refusal && (
          <p class="remark bad text">
            A sign-in is refused at present: {access.refusal.error} <code>{access.refusal.code}</code>
          </p>
        )}
        <p class="row">
          <small>Scopes of the next token</small>
          {scopes.length === 0 && <small>none</small>}
          <Codes names={scopes} tone="info" />
        </p>
      </div>
      {rules.length === 0 && (
        <p class="people-none">
          No gate and no list. Create one by <code>gates.create</code> or <code>allowlists.create</code>, or in a test
          by <code>mock.create.gate()</code> or <code>mock.create.allowlist()</code>.
        </p>
      )}
      <ul class="list" aria-label="Gates and lists">
        {rules.map((rule) => (
          <li key={rule.id} class="item">
            <span class="people-who">
              <b class="clip">{rule.name}</b>
              <small class="text">
                {rule.kind}, {outcomeOf(rule)}
              </small>
            </span>
            <span class="end row">
              {!rule.isEnabled && <Badge>off</Badge>}
              <Badge tone={rule.isMet ? 'good' : 'warn'}>{verdictOf(rule)}</Badge>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function verdictOf({ kind, isMet }: Rule): string {
  if (kind === 'Gate') return isMet ? 'passed' : 'not passed'
  return isMet ? 'listed' : 'not listed'
}

function outcomeOf({ kind, outcome, scope }: Rule): string {
  const who = kind === 'Gate' ? 'those who pass' : 'those who are listed'
  if (outcome === 'block') return `keeps out ${who}`
  if (outcome === 'scope' && scope) return `adds “${scope}” for ${who}`
  return `lets in only ${who}`
}
