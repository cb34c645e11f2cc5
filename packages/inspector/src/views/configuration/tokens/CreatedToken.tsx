import type { components } from '@latchkey/types'
import { Card } from '../../../components/Card.tsx'
import { CloseButton } from '../../../components/CloseButton.tsx'
import { Copyable } from '../../../components/Copyable.tsx'
import { Fact, Facts } from '../../../components/Facts.tsx'

interface CreatedTokenProps {
  readonly token: components['schemas']['TokenWithRaw']
  onClose(): void
}

/** A token that was just created, with its raw value, which the service does not show again. */
export function CreatedToken({ token: { note = '', rawToken }, onClose }: CreatedTokenProps) {
  return (
    <Card title="New API token" actions={<CloseButton label="Close the new API token" onClose={onClose} />}>
      <p class="remark warn">Copy it now: the service does not show it again.</p>
      <Facts>
        <Fact name="Note">
          <span class="text">{note}</span>
        </Fact>
        <Fact name="Token">
          <Copyable value={rawToken} label="API token" isSecret />
        </Fact>
      </Facts>
    </Card>
  )
}
