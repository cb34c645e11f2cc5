/**
 * Writes the type of scenarios and their JSON Schema, which editors complete JSON files by. Both are made of the schema
 * that checks scenarios.
 *
 * `--check` writes nothing and fails when what is committed differs from what would be written.
 */
import openapiTS, { astToString } from 'openapi-typescript'
import * as z from 'zod'
import { banner, writeGenerated } from '../../types/scripts/writeGenerated.ts'
import { scenarioSchema } from '../src/control/scenario/scenarioSchema.ts'

const folder = 'packages/contract/src/generated'
const published = {
  ...z.toJSONSchema(scenarioSchema, { io: 'input', unrepresentable: 'any', reused: 'ref' }),
  title: 'Scenario',
  description: 'What a mock begins with: people, providers, gates, webhooks, balances and more.',
}
const files = new Map([
  ['packages/mock/scenario.schema.json', `${JSON.stringify(published)}\n`],
  [
    `${folder}/scenario.ts`,
    banner.replace('spec/. Edit spec/', 'scenarioSchema.ts. Edit that file') + (await declareType()),
  ],
])
writeGenerated(files, [folder])

/** The schema as a type, with its descriptions. */
async function declareType(): Promise<string> {
  const { $schema: _, ...Scenario } = z.toJSONSchema(scenarioSchema, { io: 'input', unrepresentable: 'any' })
  const document = { openapi: '3.1.0', info: { title: '', version: '' }, components: { schemas: { Scenario } } }
  const nodes = await openapiTS(document as never, { exportType: true, immutable: true, silent: true })
  const text = astToString(nodes)
  const [, type = ''] = /^ {8}readonly Scenario: (\{.*?^ {8}\});$/ms.exec(text) ?? []
  if (type === '') throw new Error('The type of scenarios was not found in what openapi-typescript printed.')
  const plain = type.replaceAll('@description ', '').replace(/^ *(\/\*)?\* @enum .*\n/gm, '')
  return `\n/** The state that a mock begins with. */\nexport interface Scenario ${plain}\n`
}
