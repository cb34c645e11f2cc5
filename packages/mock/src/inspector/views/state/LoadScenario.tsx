import { useState } from 'preact/hooks'
import { Card } from '../../components/Card.tsx'
import { FileButton } from '../../components/FileButton.tsx'
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
  const [text, setText] = useState('')
  const load = (read: () => unknown) =>
    run(async () => {
      const scenario = (await read()) as ControlInput<'POST scenario'>
      notices.done(`Created: ${resultInWords(await live.call('POST scenario', scenario))}.`)
    })
  return (
    <Card title="Scenario">
      <form
        class="stack"
        aria-label="Load a scenario"
        onSubmit={(event) => {
          event.preventDefault()
          void load(() => readJson('The scenario', text))
        }}
      >
        <label class="field">
          <span>Scenario, as JSON. All of it is created, or nothing.</span>
          <textarea
            spellcheck={false}
            placeholder={example}
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <div class="row">
          <button type="submit" disabled={isBusy || text.trim() === ''}>
            Load the scenario
          </button>
          <FileButton isBusy={isBusy} onChoose={(file) => void load(() => readJsonFile(file))}>
            Load a file
          </FileButton>
        </div>
      </form>
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
