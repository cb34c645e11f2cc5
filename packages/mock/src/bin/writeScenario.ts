import type { Scenario } from '@latchkey/contract/generated/scenario'
import { writeWholeFile } from '../effects/writeWholeFile.ts'
import type { RecordedScenario } from '../recording/fitScenario.ts'

/** The flag by which a scenario has texts of the deployment. */
export const keepFlag = {
  keep: {
    type: 'string',
    multiple: true,
    hint: 'field',
    help: 'Write the texts of a field as they are, such as gates[].name or origins.',
  },
} as const

/** The flags that name the scenario to write. */
export const scenarioFlags = {
  scenario: { type: 'string', hint: 'file', help: "The JSON file to write, for the mock's own --scenario." },
  overwrite: { type: 'boolean', help: 'Replace the scenario if it exists.' },
} as const

/** Where editors find the schema of scenarios. */
const schema = './node_modules/@latchkey/mock/scenario.schema.json'

/** Writes a scenario as JSON, and prints it where that fails, so that it is not lost. @throws TypeError with one line */
export async function writeScenario(file: string, scenario: Scenario): Promise<void> {
  const text = `${JSON.stringify({ $schema: schema, ...scenario }, undefined, 2)}\n`
  try {
    await writeWholeFile(file, new Blob([text]).stream())
  } catch (error) {
    console.log(text)
    throw new TypeError(`The scenario cannot be written to ${file}: ${(error as Error).message}.`, { cause: error })
  }
}

/** Lines that name the parts of the deployment that no scenario has. */
export function leftOutLines({ leftOut }: RecordedScenario): string[] {
  return leftOut.map((path) => `  ${path} is not in the scenario: scenarios have no such field or value.`)
}
