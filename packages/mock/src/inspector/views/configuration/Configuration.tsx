import { EnvironmentSelect, useEnvironmentId } from '../../components/EnvironmentSelect.tsx'
import { ViewHead } from '../../components/ViewHead.tsx'
import { Providers } from './Providers.tsx'

/** How an environment is configured, to read and to change by the operations of the service. */
export function Configuration() {
  const environmentId = useEnvironmentId()
  return (
    <div class="view">
      <ViewHead title="Configuration">
        <EnvironmentSelect view="configuration" value={environmentId} />
      </ViewHead>
      {environmentId !== '' && <Providers key={environmentId} environmentId={environmentId} />}
    </div>
  )
}
