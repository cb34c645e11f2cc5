import { counted } from '../../../counting.ts'
import { useService } from '../../../live/useService.ts'
import { ConfigurationList } from '../ConfigurationList.tsx'
import { ConfigurationRow } from '../ConfigurationRow.tsx'
import { outcomeOf } from '../outcomes.ts'
import { GateDialog } from './GateDialog.tsx'
import type { Gate } from './gateForm.ts'

/** The gates of an environment: what people must hold on a chain, and what follows at sign-in. */
export function Gates({ environmentId }: { environmentId: string }) {
  const path = `/environments/${environmentId}/gates`
  const read = useService<{ gates: Gate[] }>(path, ['gates'])
  const { gates = [] } = read.data ?? {}
  return (
    <ConfigurationList
      title="Gates"
      noun="gate"
      read={read}
      items={gates}
      empty={
        <>
          A gate asks what people hold on a chain before it lets them in or gives them a scope. Create one here, by{' '}
          <code>gates.create</code>, or in a test by <code>mock.create.gate()</code>.
        </>
      }
      row={(gate) => (
        <ConfigurationRow
          key={gate.id}
          name={gate.name}
          about={`${outcomeOf(gate)} · ${counted(gate.rules.length, ['rule', 'rules'])}`}
          path={`${path}/${gate.id}`}
          isOn={typeof gate.enabledAt === 'string'}
          lost="Its rules are lost. Session tokens that have its scope keep it until they are refreshed."
          editor={(onClose) => <GateDialog path={`${path}/${gate.id}`} gate={gate} onClose={onClose} />}
        />
      )}
      creator={(onClose) => <GateDialog path={path} onClose={onClose} />}
    />
  )
}
