import { useService } from '../../../live/useService.ts'
import { ConfigurationList } from '../ConfigurationList.tsx'
import { ConfigurationRow } from '../ConfigurationRow.tsx'
import { outcomeOf } from '../outcomes.ts'
import type { Allowlist } from './allowlist.ts'
import { AllowlistDialog } from './AllowlistDialog.tsx'
import { AllowlistEntries } from './AllowlistEntries.tsx'

/** The allowlists of an environment, each with the people on it. */
export function Allowlists({ environmentId }: { environmentId: string }) {
  const path = `/environments/${environmentId}/allowlists`
  const read = useService<readonly Allowlist[]>(path, ['allowlists'])
  return (
    <ConfigurationList
      title="Allowlists"
      noun="allowlist"
      read={read}
      items={read.data ?? []}
      empty={
        <>
          An allowlist names people, whom it lets in, refuses or gives a scope. Create one here, by{' '}
          <code>allowlists.create</code>, or in a test by <code>mock.create.allowlist()</code>.
        </>
      }
      row={(list) => (
        <ConfigurationRow
          key={list.id}
          name={list.name}
          about={outcomeOf(list)}
          path={`/allowlists/${list.id}`}
          isOn={typeof list.enabledAt === 'string'}
          lost="Its entries are lost. Session tokens that have its scope keep it until they are refreshed."
          editor={(onClose) => <AllowlistDialog path={`/allowlists/${list.id}`} list={list} onClose={onClose} />}
        >
          <AllowlistEntries list={list} />
        </ConfigurationRow>
      )}
      creator={(onClose) => <AllowlistDialog path={path} onClose={onClose} />}
    />
  )
}
