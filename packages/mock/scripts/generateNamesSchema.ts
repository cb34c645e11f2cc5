/**
 * Writes the JSON Schema of names files, which editors complete them by.
 *
 * `--check` writes nothing and fails when what is committed differs from what would be written.
 */
import { defined } from '@latchkey/base/defined'
import { listNames } from '../../names/src/listNames.ts'
import { writeGenerated } from '../../types/scripts/writeGenerated.ts'

const names = listNames()
const spelling = { type: 'string', minLength: 1 }

const isPlain = (name: string) => !name.includes('.')

const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Names',
  description:
    'How a deployment spells the interface. Each key is a name of the document, each value what it has instead.',
  type: 'object',
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' },
    paths: offering(
      'URL templates with the same parameters, or what several begin with: "/api/v0/*": "/v1/*".',
      names.paths,
      '^/.*/\\*$',
    ),
    fields: offering(
      'Fields of bodies: "userId" wherever it stands, or "User.email" in one schema.',
      names.fields.filter(isPlain),
      '^[A-Za-z0-9]+[.]',
    ),
    parameters: offering(
      'Parameters of queries: "orderBy" in all operations, or "users.list.orderBy" in one.',
      names.parameters.filter(isPlain),
      '^[A-Za-z0-9]+[.][A-Za-z0-9]+[.]',
    ),
    values: {
      type: 'object',
      description: 'The values of enums: by the name of the enum, by a field ("Gate.outcome"), or by a parameter.',
      properties: Object.fromEntries(
        [...names.enums]
          .filter(([place]) => isPlain(place))
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([place, values]) => [place, offering(undefined, values)]),
      ),
      additionalProperties: { type: 'object', additionalProperties: spelling },
    },
    headers: offering("Headers that are the interface's own.", names.headers),
    cookies: offering('Cookies.', names.cookies),
    tokenPrefixes: offering('What API tokens and keys begin with.', names.tokenPrefixes),
    claims: offering('Claims of session tokens that no standard registers.', names.claims),
  },
}
writeGenerated(new Map([['packages/mock/names.schema.json', `${JSON.stringify(schema)}\n`]]), [])

/** Spellings by names: those that editors offer, and those of a pattern, which only the mock checks. */
function offering(description: string | undefined, offered: Iterable<string>, others?: string) {
  return {
    type: 'object',
    ...defined({ description }),
    properties: Object.fromEntries([...new Set(offered)].sort().map((name) => [name, spelling])),
    ...defined({ patternProperties: others === undefined ? undefined : { [others]: spelling } }),
    additionalProperties: false,
  }
}
