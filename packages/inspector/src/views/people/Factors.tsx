import { useState } from 'preact/hooks'
import { Badge } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { useAction, useInspector } from '../../inspectorContext.ts'
import type { Person } from './person.ts'

/** Second factors, passkeys and recovery codes. */
export function Factors({ person }: { person: Person }) {
  const { user, passkeys, recoveryCodes } = person
  const devices = user.mfaDevices ?? []
  const [isAsking, setAsking] = useState(false)
  const isEmpty = devices.length === 0 && passkeys.length === 0 && recoveryCodes.count === 0
  const canDelete = devices.length > 0 || recoveryCodes.count > 0
  return (
    <Card
      title="Factors"
      flush
      actions={
        canDelete && (
          <button type="button" class="quiet danger" onClick={() => setAsking(true)}>
            Delete factors…
          </button>
        )
      }
    >
      {isEmpty && (
        <p class="people-none">
          No second factor and no passkey. The person can add one in your app where <code>security.mfa</code> is on in
          the settings; in a test, call <code>mock.create.totp(user)</code>.
        </p>
      )}
      <ul class="list" aria-label="Factors">
        {devices.map(({ id = '', type, alias, verified, default: isDefault }) => (
          <li key={id} class="item people-factor">
            <span class="people-who">
              <b class="clip">{type === 'totp' ? 'Authenticator app' : 'Passkey as second factor'}</b>
              {alias && <small class="clip">{alias}</small>}
            </span>
            <span class="end row">
              {isDefault && <Badge tone="info">default</Badge>}
              {!verified && <Badge tone="warn">not verified</Badge>}
              {type === 'totp' && <TotpCode deviceId={id} />}
            </span>
          </li>
        ))}
        {passkeys.map(({ id, alias, origin, isForWallets }) => (
          <li key={id} class="item">
            <span class="people-who">
              <b class="clip">{alias || 'Passkey'}</b>
              <small class="clip">{origin}</small>
            </span>
            <span class="end">{isForWallets && <Badge>for wallets</Badge>}</span>
          </li>
        ))}
        {recoveryCodes.count > 0 && (
          <li class="item people-factor">
            <span class="people-who">
              <b>Recovery codes</b>
              <small>{recoveryCodes.count} left</small>
            </span>
            <span class="end">
              {recoveryCodes.codes.length > 0 && (
                <CopyButton label="the recovery codes" text={recoveryCodes.codes.join('\n')}>
                  Copy codes
                </CopyButton>
              )}
            </span>
          </li>
        )}
      </ul>
      {isAsking && <DeleteFactors userId={user.id} onClose={() => setAsking(false)} />}
    </Card>
  )
}

/** The code of an authenticator app, which nobody here has. */
function TotpCode({ deviceId }: { deviceId: string }) {
  const { live } = useInspector()
  const [run, isBusy] = useAction()
  const [code, setCode] = useState<string>()
  const read = () => run(async () => setCode((await live.call('GET people/totpCode', { deviceId })).code))
  return (
    <>
      {code !== undefined && (
        <>
          <output class="people-code" aria-label="Present code">
            {code}
          </output>
          <CopyButton text={code} label="the code" />
        </>
      )}
      <button type="button" disabled={isBusy} onClick={() => void read()}>
        {code === undefined ? 'Show code' : 'Read anew'}
      </button>
    </>
  )
}

function DeleteFactors({ userId, onClose }: { userId: string; onClose(): void }) {
  const { live } = useInspector()
  const [run, isBusy] = useAction()
  const remove = () =>
    run(async () => {
      await live.call('POST people/deleteFactors', { userId })
      onClose()
    }, 'The factors were deleted.')
  return (
    <Dialog
      title="Delete the factors?"
      action="Delete"
      isDangerous
      isBusy={isBusy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>Authenticator apps, second factors and recovery codes are deleted. Passkeys that can sign in stay.</p>
    </Dialog>
  )
}
