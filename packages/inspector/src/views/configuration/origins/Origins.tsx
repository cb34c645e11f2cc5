import type { components } from '@latchkey/types'
import { Time } from '../../../components/Time.tsx'
import { useService } from '../../../live/useService.ts'
import { ConfigurationList } from '../ConfigurationList.tsx'
import { ConfigurationRow } from '../ConfigurationRow.tsx'
import { OriginDialog } from './OriginDialog.tsx'

/** The origins that browsers may call an environment from. */
export function Origins({ environmentId }: { environmentId: string }) {
  const path = `/environments/${environmentId}/origins`
  const read = useService<components['schemas']['OriginsResponse']>(path, ['origins'])
  const { origins = [] } = read.data ?? {}
  return (
    <ConfigurationList
      title="Allowed origins"
      noun="origin"
      read={read}
      items={origins}
      empty={
        <>
          Calls with a session cookie are accepted only from allowed origins. Allow one here, by{' '}
          <code>origins.create</code>, or in a test by <code>mock.create.origin()</code>.
        </>
      }
      row={({ id = '', origin = '', createdAt }) => (
        <ConfigurationRow
          key={id}
          name={origin}
          about={
            createdAt && (
              <>
                since <Time at={createdAt} withDate />
              </>
            )
          }
          path={`/origins/${id}`}
          lost="Pages there get no permission of the service any more. Sessions are not ended."
        />
      )}
      creator={(onClose) => <OriginDialog path={path} onClose={onClose} />}
    />
  )
}
