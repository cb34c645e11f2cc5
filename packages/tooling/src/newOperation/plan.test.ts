import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { planOperation } from './plan.ts'
import { readRequest, UsageError } from './request.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined)
const plan = (...argv: string[]) => planOperation(readRequest(argv), read)

/** The lines that a plan adds to a file. It may remove only the lines in `replaced`. */
function addedTo(path: string, files: ReadonlyMap<string, string>, replaced: readonly string[] = []): string[] {
  const before = (read(path) ?? '').split('\n').filter((line) => !replaced.includes(line))
  const added: string[] = []
  let next = 0
  for (const line of (files.get(path) ?? '').split('\n')) {
    if (line === before[next]) next++
    else added.push(line)
  }
  expect(next).toBe(before.length)
  return added
}

const gatePath = '/environments/{environmentId}/gates/{gateId}'
const paths = 'spec/resources/gates/paths.yaml'

describe('planOperation', () => {
  it('adds a path item, its line in the route table, a handler and a test, and changes nothing else', () => {
    const files = plan('gates.duplicate', 'POST', `${gatePath}/duplicate`)
    const test = 'packages/mock/src/operations/gates/duplicate.test.ts'
    const handlers = 'packages/mock/src/operations/gates/gates.ts'
    expect([...files.keys()]).toEqual(['spec/openapi.yaml', paths, handlers, test])
    expect(addedTo('spec/openapi.yaml', files)).toEqual([
      `  /api/v0${gatePath}/duplicate: { $ref: resources/gates/paths.yaml#/duplicate }`,
    ])
    expect(addedTo(paths, files).slice(0, 6)).toEqual([
      'duplicate:',
      '  parameters:',
      '    - { $ref: ../../shared/parameters.yaml#/EnvironmentId }',
      '    - { $ref: ../../shared/parameters.yaml#/GateId }',
      '  post:',
      '    operationId: gates.duplicate',
    ])
    expect(addedTo(handlers, files)).toEqual([
      '  duplicate() {',
      "    throw new Error('gates.duplicate is not written yet.')",
      '  },',
    ])
    expect(files.get(test)).toContain("describeEnvironmentRefusals(host, { 'gates.duplicate': {")
  })

  it('accepts the URL with /api/v0, too', () => {
    const [long, short] = [`/api/v0${gatePath}/duplicate`, `${gatePath}/duplicate`]
    expect(plan('gates.duplicate', 'post', long)).toEqual(plan('gates.duplicate', 'POST', short))
  })

  it('adds a method to the path item that its URL has, in the order of methods', () => {
    const files = plan('gates.replace', 'POST', gatePath, '--body')
    expect(addedTo('spec/openapi.yaml', files)).toEqual([])
    const text = files.get(paths) ?? ''
    const places = ['gates.get', 'gates.replace', 'gates.update'].map((id) => text.indexOf(`operationId: ${id}\n`))
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(addedTo(paths, files)).toContain('    requestBody:')
  })

  it('renames a path item if the operation becomes its first', () => {
    const files = plan('gates.getEnabling', 'GET', `${gatePath}/enable`)
    expect(addedTo(paths, files, ['enable:']).slice(0, 1)).toEqual(['getEnabling:'])
    const line = `  /api/v0${gatePath}/enable: { $ref: resources/gates/paths.yaml#/enable }`
    expect(addedTo('spec/openapi.yaml', files, [line])).toEqual([line.replace('#/enable', '#/getEnabling')])
  })

  it('gives a new resource its tag, its folder, its handlers and its tests', () => {
    const files = plan('badges.list', 'GET', '/environments/{environmentId}/badges', '--new-resource')
    expect([...files.keys()]).toEqual([
      'spec/openapi.yaml',
      'spec/resources/badges/paths.yaml',
      'packages/mock/src/operations/badges/badges.ts',
      'packages/mock/src/operations/badges/badges.test.ts',
    ])
    expect(addedTo('spec/openapi.yaml', files)).toEqual([
      '  - { name: badges, description: TODO-description }',
      '  /api/v0/environments/{environmentId}/badges: { $ref: resources/badges/paths.yaml#/list }',
    ])
    expect(files.get('packages/mock/src/operations/badges/badges.ts')).toContain(
      "} satisfies ResourceOperations<'badges'>",
    )
  })

  it.each([
    ['/environments/{environmentId}/doors', 'environmentToken', 'describeEnvironmentRefusals(host,'],
    ['/organizations/{organizationId}/doors', 'memberToken', 'describeMemberRefusals(host,'],
    ['/sdk/{environmentId}/doors', 'userJwt', "it('refuses a call without a session'"],
  ])('chooses credentials and refusals by the URL: %s', (url, scheme, refusals) => {
    const files = plan('gates.open', 'POST', url)
    expect(addedTo(paths, files)).toContain(`      - ${scheme}: []`)
    expect(files.get('packages/mock/src/operations/gates/open.test.ts')).toContain(refusals)
  })

  it('can add an operation to every resource', () => {
    const document = read('spec/openapi.yaml') ?? ''
    const resources = new Set([...document.matchAll(/resources\/(\w+)\/paths\.yaml/g)].map(([, resource]) => resource))
    const refused = [...resources].filter((resource) => {
      try {
        return plan(`${resource}.examine`, 'GET', `/sdk/{environmentId}/examine`).size !== 4
      } catch {
        return true
      }
    })
    expect(resources.size).toBeGreaterThan(50)
    expect(refused).toEqual([])
  })

  const duplicate = `${gatePath}/duplicate`
  it.each([
    ['an id of one word', ['duplicate', 'POST', duplicate], '"duplicate" is not an operation id'],
    ['an id of three words', ['gates.all.duplicate', 'POST', duplicate], 'is not an operation id'],
    ['a verb that is not in camelCase', ['gates.Duplicate', 'POST', duplicate], 'is not an operation id'],
    ['an id that is taken', ['gates.enable', 'POST', duplicate], 'has gates.enable already'],
    ['a resource that there is not', ['gate.duplicate', 'POST', duplicate], 'There is no resource "gate"'],
    ['a new resource that there is', ['gates.duplicate', 'POST', duplicate, '--new-resource'], '"gates" is taken'],
    [
      'a new resource named like a folder',
      ['generated.get', 'GET', '/g', '--new-resource'],
      '"generated" is the folder',
    ],
    ['a new resource named like a keyword', ['new.get', 'GET', '/new', '--new-resource'], '"new" is a word'],
    ['another method', ['gates.duplicate', 'PATCH', duplicate], '"PATCH" is not a method'],
    ['a body for GET', ['gates.duplicate', 'GET', duplicate, '--body'], 'A get takes no body'],
    ['a method that the URL has', ['gates.duplicate', 'PUT', gatePath], 'is gates.update already'],
    ['a URL outside of /api/v0', ['gates.duplicate', 'POST', `/api/v1${duplicate}`], 'is not below /api/v0'],
    ['a whole URL', ['gates.duplicate', 'POST', `https://api.example.com${duplicate}`], 'is not below /api/v0'],
    ['a query', ['gates.duplicate', 'POST', `${duplicate}?name=a`], '"duplicate?name=a"'],
    ['an empty segment', ['gates.duplicate', 'POST', `${duplicate}/`], '"" in'],
    ['an unknown path parameter', ['gates.duplicate', 'POST', '/gates/{doorId}'], 'no path parameter {doorId}'],
    ['a path parameter twice', ['gates.duplicate', 'POST', '/gates/{gateId}/{gateId}'], 'has {gateId} twice'],
    [
      'another name for a parameter',
      ['gates.duplicate', 'POST', '/users/{gateId}'],
      'is written /api/v0/users/{userId}',
    ],
    ["another resource's URL", ['gates.duplicate', 'POST', '/users/{userId}'], 'belongs to the resource "users"'],
    ['a missing URL', ['gates.duplicate', 'POST'], 'usage:'],
    ['an unknown option', ['gates.duplicate', 'POST', duplicate, '--bdy'], 'There is no option --bdy'],
  ])('refuses %s', (_, argv, message) => {
    expect(() => plan(...argv)).toThrow(UsageError)
    expect(() => plan(...argv)).toThrow(message)
  })
})
