import { useState } from 'preact/hooks'
import { FormDialog } from '../../../components/FormDialog.tsx'
import { useInspector } from '../../../inspectorContext.ts'
import { callService } from '../../../live/callService.ts'
import { OutcomeFields } from '../OutcomeFields.tsx'
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

const byCode = { gate_exists: 'name', invalid_scopes: 'scope' }

/** Creates a gate, or changes one, by the operations of the service. */
export function GateDialog({ path, gate, onClose }: GateDialogProps) {
  const { live } = useInspector()
  const [rules, setRules] = useState<readonly FormRule[]>(
    (gate?.rules ?? [undefined]).map((rule, key) => ({ key, rule })),
  )
  async function save(fields: FormData): Promise<string> {
    const body = readGate(fields, rules.length)
    await callService(live, { method: gate ? 'PUT' : 'POST', path, body })
    return gate ? `${gate.name} was changed.` : `${String(body.name)} was created, and is off.`
  }
  const addRule = () => setRules([...rules, { key: (rules.at(-1)?.key ?? 0) + 1, rule: undefined }])
  return (
    <FormDialog
      title={gate ? `Edit ${gate.name}` : 'New gate'}
      action={gate ? 'Save' : 'Create'}
      names={gateFields(rules.length)}
      byCode={byCode}
      save={save}
      onClose={onClose}
    >
      <OutcomeFields of={gate} />
      {rules.map(({ key, rule }, index) => (
        <RuleFields
          key={key}
          index={index}
          rule={rule}
          onRemove={rules.length > 1 ? () => setRules(rules.filter((other) => other.key !== key)) : undefined}
        />
      ))}
      <div class="row">
        <button type="button" onClick={addRule}>
          Add a rule
        </button>
        <small>All rules have to hold for a person to fit.</small>
      </div>
    </FormDialog>
  )
}
