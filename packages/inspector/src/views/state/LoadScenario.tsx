import { Card } from '../../components/Card.tsx'
import { Field } from '../../components/Field.tsx'
import { FileButton } from '../../components/FileButton.tsx'
import { Form } from '../../components/Form.tsx'
import { counted } from '../../counting.ts'
import { readJson, readJsonFile } from '../../files.ts'
import { useAction, useInspector } from '../../inspectorContext.ts'
import type { ControlInput, ControlOutput } from '../../live/control.ts'

const example = `{
  "people": [
    { "email": "ada@example.com", "signedIn": true }
  ]
}`

/** Creates what a scenario says, from a file or a text. */
export function LoadScenario() {
  const { live, notices } = useInspector()
  const [run, isBusy] = useAction()
  const load = async (scenario: unknown) =>
    `Created: ${resultInWords(await live.call('POST scenario', scenario as ControlInput<'POST scenario'>))}.`
  const loadFile = (file: File) => run(async () => notices.done(await load(await readJsonFile(file))))
  return (
    <Card title="Scenario">
      <Form
        label="Load a scenario"
        action="Load the scenario"
        names={['scenario']}
        byWords={[[/./, 'scenario']]}
        buttons={
          <FileButton isBusy={isBusy} onChoose={(file) => void loadFile(file)}>
            Load a file
          </FileButton>
        }
        save={async (fields) => load(readJson('scenario: the text', String(fields.get('scenario'))))}
      >
        <Field
          isLong
          label="Scenario, as JSON. All of it is created, or nothing."
          name="scenario"
          placeholder={example}
        />
      </Form>
    </Card>
  )
}

const nouns = {
  people: ['person', 'people'],
  providers: ['provider', 'providers'],
  customFields: ['custom field', 'custom fields'],
  allowlists: ['allowlist', 'allowlists'],
  gates: ['gate', 'gates'],
  webhooks: ['webhook', 'webhooks'],
} as const satisfies Record<keyof ControlOutput<'POST scenario'>, readonly [string, string]>

/** `'2 people, 1 gate'`. */
function resultInWords(result: ControlOutput<'POST scenario'>): string {
  const parts = (Object.keys(nouns) as (keyof typeof nouns)[]).flatMap((kind) => {
    const count = Object.keys(result[kind]).length
    return count === 0 ? [] : [counted(count, nouns[kind])]
  })
  return parts.length > 0 ? parts.join(', ') : 'nothing that has a name'
}
