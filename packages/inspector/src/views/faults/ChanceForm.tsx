import { Card } from '../../components/Card.tsx'
import { CheckList } from '../../components/CheckList.tsx'
import { Field } from '../../components/Field.tsx'
import { Form } from '../../components/Form.tsx'
import { useAction, useInspector } from '../../inspectorContext.ts'
import { chanceFields, chanceOf, kinds, wordsOfChance } from './chance.ts'

/** Lets calls fail by chance, shows which do so, and ends it. */
export function ChanceForm() {
  const { live } = useInspector()
  const [run, isBusy] = useAction()
  const { random } = live.faults.value
  async function set(values: FormData): Promise<string> {
    await live.call('POST faults/random', chanceOf(values))
    return 'Calls fail by chance.'
  }
  const stop = () => void run(() => live.call('POST faults/random', { rate: 0 }), 'No call fails by chance any more.')
  return (
    <Card
      title="Failures by chance"
      actions={
        random && (
          <button type="button" disabled={isBusy} aria-label="Stop the failures by chance" onClick={stop}>
            Stop
          </button>
        )
      }
    >
      {random ? (
        <p class="remark warn text">{wordsOfChance(random)}.</p>
      ) : (
        <p class="small muted">The same calls fail for the same seed. A form that is sent replaces the one before.</p>
      )}
      <Form label="Failures by chance" action="Let calls fail" names={chanceFields} save={set}>
        <div class="fields faults-fields">
          <Field label="Calls that fail, in percent" name="rate" value="10" inputMode="decimal" />
          <Field label="Seed" name="seed" placeholder="chaos" />
          <Field label="Shortest delay, in milliseconds" name="shortest" placeholder="0" inputMode="decimal" />
          <Field label="Longest delay, in milliseconds" name="longest" placeholder="2000" inputMode="decimal" />
        </div>
        <CheckList legend="Kinds of failures" name="kinds" options={kinds} checked={kinds} />
        <div class="faults-body">
          <Field isLong label="Operations, with spaces between them" name="operations" placeholder="all" />
        </div>
      </Form>
    </Card>
  )
}
