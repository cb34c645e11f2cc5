import { Card } from '../../components/Card.tsx'
import { Fact, Facts } from '../../components/Facts.tsx'
import type { Part } from './part.ts'

/** How each kind is simulated, in the order in which it is shown. Kinds without a choice are always simulated. */
const kinds: readonly (readonly [kind: Part['kind'] | undefined, name: string, simulated: string])[] = [
  ['chain', 'Chains', 'on the ledger of the mock'],
  ['provider', 'Identity providers', 'pages of the mock, with its people'],
  ['issuer', 'Issuers of JWTs', 'keys of the mock'],
  ['email', 'E-mails', 'only in the inbox'],
  ['sms', 'Text messages', 'only in the inbox'],
  [undefined, 'DNS, prices, sellers, exchanges', 'by the mock'],
]

/** The kinds of the world outside, and what of each is real. */
export function Simulated({ parts }: { parts: readonly Part[] }) {
  const namesOf = (kind: Part['kind'] | undefined) => parts.filter((part) => part.kind === kind).map(({ name }) => name)
  return (
    <Card title="Real and simulated">
      <Facts>
        {kinds.map(([kind, name, simulated]) => (
          <Fact key={name} name={name}>
            <span class="text">{inWords(namesOf(kind), kind, simulated)}</span>
          </Fact>
        ))}
      </Facts>
    </Card>
  )
}

/** A mailbox gets what the inbox has; of other kinds only some can be real. */
function inWords(names: readonly string[], kind: Part['kind'] | undefined, simulated: string): string {
  if (names.length === 0) return `Simulated, ${simulated}`
  if (kind === 'email' || kind === 'sms') return 'In the inbox, and sent to the real receiver'
  return `Real: ${names.join(', ')}. Others are simulated`
}
