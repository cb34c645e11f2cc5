import { hrefOf, type ViewHash } from '../createRouter.ts'
import { environmentName } from '../environmentName.ts'
import { useInspector, useRead } from '../inspectorContext.ts'
import { Select } from './Select.tsx'

/** The environment in the link, or the sandbox; empty until the mock has answered. */
export function useEnvironmentId(): string {
  const { router } = useInspector()
  const defaults = useRead('GET defaults', { tables: [] })
  return router.route.value.query.environment ?? defaults.data?.environments.sandbox.id ?? ''
}

/** Chooses the environment that a view shows. The link keeps it, and the part of the view. */
export function EnvironmentSelect({ view, value }: { view: ViewHash; value: string }) {
  const { router } = useInspector()
  const { data } = useRead('GET environments', { tables: ['environments'] })
  if (!data) return null
  return (
    <Select
      label="Environment"
      value={value}
      options={data.environments.map((each) => [each.id, environmentName(each, data.environments)])}
      onChange={(environment) => router.go(hrefOf(view, router.route.value.path, { environment }), { replace: true })}
    />
  )
}
