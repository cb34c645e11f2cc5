import { useState } from 'preact/hooks'
import { Dialog } from '../../../components/Dialog.tsx'
import { Field } from '../../../components/Field.tsx'
import { useInspector } from '../../../inspectorContext.ts'
import { callService } from '../../../live/callService.ts'
import { useForm } from '../../../useForm.ts'
import { outcomeOptions } from '../outcomes.ts'
import { type Gate, gateFields, type GateRule, readGate } from './gateForm.ts'
import { RuleFields } from './RuleFields.tsx'

interface GateDialogProps {
  /** Where it is created, or changed. */
  readonly path: string
  /** Absent for a new one. */
  readonly gate?: Gate
  onClose(): void
}

/** A rule of the form. The key stays with it when one before it is removed. */
interface FormRule {
  readonly key: number
  readonly rule: GateRule | undefined
}

/** Creates a gate, or changes one, by the operations of the service. */
export function GateDialog({ path, gate, onClose }: GateDialogProps) {
  const { live, notices } = useInspector()
  const [rules, setRules] = useState<readonly FormRule[]>(
    (gate?.rules ?? [undefined]).map((rule, key) => ({ key, rule })),
  )
  const { refusal, isBusy, submit } = useForm(gateFields(rules.length), {
    gate_exists: 'name',
    invalid_scopes: 'scope',
  })
  const save = (fields: FormData) =>
    submit(async () => {
      const body = readGate(fields, rules.length)
      await callService(live, { method: gate ? 'PUT' : 'POST', path, body })
      notices.done(gate ? `${gate.name} was changed.` : `${String(body.name)} was created, and is off.`)
      onClose()
    })
  const addRule = () => setRules([...rules, { key: (rules.at(-1)?.key ?? 0) + 1, rule: undefined }])
  return (
    <Dialog
      title={gate ? `Edit ${gate.name}` : 'New gate'}
      action={gate ? 'Save' : 'Create'}
      isBusy={isBusy}
      refusal={refusal}
      onConfirm={(fields) => void save(fields)}
      onClose={onClose}
    >
      <Field label="Name" name="name" value={gate?.name} refusal={refusal.fields.name} />
      <div class="fields">
        <Field
          label="Outcome"
          name="outcome"
          value={gate?.outcome}
          options={outcomeOptions}
          refusal={refusal.fields.outcome}
        />
        <Field
          label="Scope that it adds"
          name="scope"
          value={gate?.scope}
          hint="For the outcome that adds one."
          refusal={refusal.fields.scope}
        />
      </div>
      {rules.map(({ key, rule }, index) => (
        <RuleFields
          key={key}
          index={index}
          rule={rule}
          refusal={refusal}
          onRemove={rules.length > 1 ? () => setRules(rules.filter((other) => other.key !== key)) : undefined}
        />
      ))}
      <div class="row">
        <button type="button" onClick={addRule}>
          Add a rule
        </button>
        <small>All rules have to hold for a person to fit.</small>
      </div>
    </Dialog>
  )
}
