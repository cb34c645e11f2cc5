import { EnvironmentSelect, useEnvironmentId } from '../../components/EnvironmentSelect.tsx'
import { Link } from '../../components/Link.tsx'
import { ViewHead } from '../../components/ViewHead.tsx'
import { hrefOf } from '../../createRouter.ts'
import { useInspector } from '../../inspectorContext.ts'
import { sections } from './sections.ts'

/** How an environment is configured, to read and to change by the operations of the service. */
export function Configuration() {
  const { router } = useInspector()
  const { path, query } = router.route.value
  const environmentId = useEnvironmentId()
  const shown = sections.find(({ segment }) => segment === path[0]) ?? sections[0]
  return (
    <div class="view">
      <ViewHead title="Configuration">
        <EnvironmentSelect view="configuration" value={environmentId} />
      </ViewHead>
      <ul class="row" aria-label="Sections">
        {sections.map(({ name, segment }) => (
          <li key={segment}>
            <Link
              class="button"
              href={hrefOf('configuration', [segment], query)}
              aria-current={segment === shown.segment ? 'page' : undefined}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
      {environmentId !== '' && <shown.Component key={environmentId} environmentId={environmentId} />}
    </div>
  )
}
