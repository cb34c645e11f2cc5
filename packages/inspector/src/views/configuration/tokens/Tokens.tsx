import type { components } from '@latchkey/types'
import { useState } from 'preact/hooks'
import { Codes } from '../../../components/Codes.tsx'
import { Time } from '../../../components/Time.tsx'
import { useService } from '../../../live/useService.ts'
import { ConfigurationList } from '../ConfigurationList.tsx'
import { ConfigurationRow } from '../ConfigurationRow.tsx'
import { CreatedToken } from './CreatedToken.tsx'
import { TokenDialog } from './TokenDialog.tsx'

type Schemas = components['schemas']

/** The API tokens of an environment. The raw value of one is shown once, when it was created. */
export function Tokens({ environmentId }: { environmentId: string }) {
  const [created, setCreated] = useState<Schemas['TokenWithRaw']>()
  const path = `/environments/${environmentId}/tokens`
  const read = useService<Schemas['TokensResponse']>(path, ['environmentTokens'])
  const { tokens = [] } = read.data ?? {}
  return (
    <>
      {created && <CreatedToken token={created} onClose={() => setCreated(undefined)} />}
      <ConfigurationList
        title="API tokens"
        noun="API token"
        read={read}
        items={tokens}
        empty={
          <>
            Servers call the environment with an API token. Create one here, by <code>tokens.create</code>, or in a test
            by <code>mock.create.token()</code>.
          </>
        }
        row={({ id, note = '', checksum, createdAt, scopes = [] }) => (
          <ConfigurationRow
            key={id}
            name={note}
            about={
              <>
                ends in {checksum}, since <Time at={createdAt} withDate />
              </>
            }
            path={`${path}/${id}`}
            lost="The next call with it is refused. This cannot be undone."
          >
            <span class="row configuration-entries">
              <Codes names={scopes} />
            </span>
          </ConfigurationRow>
        )}
        creator={(onClose) => <TokenDialog path={path} onCreate={setCreated} onClose={onClose} />}
      />
    </>
  )
}
