import { useState } from 'preact/hooks'
import { DeleteDialog } from '../../components/DeleteDialog.tsx'
import { Switch } from '../../components/Switch.tsx'
import { useInspector } from '../../inspectorContext.ts'
import { callService } from '../../live/callService.ts'
import { useForm } from '../../useForm.ts'
import { nameOf, type Provider } from './providerCatalogue.ts'
import { ProviderDialog } from './ProviderDialog.tsx'

/** A provider with its switch, and why it cannot be on. */
export function ProviderRow({ provider }: { provider: Provider }) {
  const { live } = useInspector()
  const { refusal, submit } = useForm()
  const [opened, setOpened] = useState<'edit' | 'delete'>()
  const { clientId, domain, platformStore, enabledAt } = provider
  const name = nameOf(provider.provider)
  const path = `/settings/providers/${provider.id}`
  const set = (isOn: boolean) =>
    submit(async () => {
      await callService(live, { method: 'PUT', path: `${path}/${isOn ? 'enable' : 'disable'}` })
    })
  const close = () => setOpened(undefined)
  return (
    <li class="item configuration-row">
      <Switch label={name} isOn={typeof enabledAt === 'string'} onChange={set} />
      <small class="about clip">{[clientId, domain, platformStore].filter(Boolean).join(' · ')}</small>
      <span class="end row">
        <button type="button" onClick={() => setOpened('edit')}>
          <span class="hidden">{name}: </span>Edit…
        </button>
        <button type="button" class="danger" onClick={() => setOpened('delete')}>
          <span class="hidden">{name}: </span>Delete…
        </button>
      </span>
      {refusal.rest !== undefined && (
        <small class="refused text" role="alert">
          {refusal.rest}
        </small>
      )}
      {opened === 'edit' && <ProviderDialog path={path} provider={provider} onClose={close} />}
      {opened === 'delete' && (
        <DeleteDialog
          title={`Delete ${name}?`}
          done={`${name} was deleted.`}
          remove={() => callService(live, { method: 'DELETE', path })}
          onClose={close}
        >
          <p>
            Its settings are lost. Accounts that were linked through it stay, and work again once it is set up again.
          </p>
        </DeleteDialog>
      )}
    </li>
  )
}
