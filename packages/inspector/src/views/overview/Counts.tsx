import { Link } from '../../components/Link.tsx'
import { hrefOf, type ViewHash } from '../../createRouter.ts'
import { useInspector } from '../../inspectorContext.ts'
import type { ControlOutput } from '../../live/control.ts'

type Count = keyof ControlOutput<'GET overview'>['counts']

/** Words for each count, and the hash of the view that shows what is counted. */
const tiles: readonly (readonly [count: Count, words: string, hash: ViewHash])[] = [
  ['users', 'People', 'people'],
  ['sessions', 'Sessions', 'people'],
  ['wallets', 'Wallets', 'wallets'],
  ['messages', 'Messages', 'inbox'],
  ['events', 'Events', 'events'],
  ['deliveries', 'Deliveries', 'events'],
  ['jobs', 'Due jobs', 'clock'],
]

/** How much there is of everything. A count leads to its view. */
export function Counts({ counts }: { counts: ControlOutput<'GET overview'>['counts'] }) {
  const { live } = useInspector()
  return (
    <ul class="tiles" aria-label="Counts">
      <li>
        <Tile count={live.journal.value.length} words="Requests" hash="requests" />
      </li>
      {tiles.map(([count, words, hash]) => (
        <li key={count}>
          <Tile count={counts[count]} words={words} hash={hash} />
        </li>
      ))}
    </ul>
  )
}

function Tile({ count, words, hash }: { count: number; words: string; hash: ViewHash }) {
  return (
    <Link class="card tile" href={hrefOf(hash)}>
      <b>{count.toLocaleString('en')}</b>
      <span>{words}</span>
    </Link>
  )
}
