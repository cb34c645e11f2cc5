import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { DeleteDialog } from '../../components/DeleteDialog.tsx'
import { Switch } from '../../components/Switch.tsx'
import { useInspector } from '../../inspectorContext.ts'
import { callService } from '../../live/callService.ts'
import { useForm } from '../../useForm.ts'
import { RowRefusal } from './RowRefusal.tsx'

interface ConfigurationRowProps {
  readonly name: string
  /** Says in one line how it is set up. */
  readonly about: ComponentChildren
  /** Where it is deleted, below `/api/v0`. Below that are `enable` and `disable`. */
  readonly path: string
  /** Absent for what is never off. */
  readonly isOn?: boolean
  /** Says what its deletion changes. */
  readonly lost: ComponentChildren
  /** Parts of it, below its line. */
  readonly children?: ComponentChildren
  /** The dialog that changes it; absent for what can only be deleted. */
  editor?(onClose: () => void): ComponentChildren
}

/** A record of the configuration in a list, with its switch, and why it cannot be on. */
export function ConfigurationRow({ name, about, path, isOn, lost, children, editor }: ConfigurationRowProps) {
  const { live } = useInspector()
  const { refusal, submit } = useForm()
  const [opened, setOpened] = useState<'edit' | 'delete'>()
  const set = (isOn: boolean) =>
    submit(async () => {
      await callService(live, { method: 'PUT', path: `${path}/${isOn ? 'enable' : 'disable'}` })
    })
  const close = () => setOpened(undefined)
  return (
    <li class="item configuration-row">
      {isOn === undefined ? <b class="text">{name}</b> : <Switch label={name} isOn={isOn} onChange={set} />}
      <small class="about clip">{about}</small>
      <span class="end row">
        {editor && (
          <button type="button" onClick={() => setOpened('edit')}>
            <span class="hidden">{name}: </span>Edit…
          </button>
        )}
        <button type="button" class="danger" onClick={() => setOpened('delete')}>
          <span class="hidden">{name}: </span>Delete…
        </button>
      </span>
      <RowRefusal refusal={refusal} />
      {children}
      {opened === 'edit' && editor?.(close)}
      {opened === 'delete' && (
        <DeleteDialog
          title={`Delete ${name}?`}
          done={`${name} was deleted.`}
          remove={() => callService(live, { method: 'DELETE', path })}
          onClose={close}
        >
          <p>{lost}</p>
        </DeleteDialog>
      )}
    </li>
  )
}
