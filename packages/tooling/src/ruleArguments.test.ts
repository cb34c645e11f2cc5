import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const subjects: ReadonlySet<string> = new Set([
  'environmentId',
  'organizationId',
  'caller',
  'user',
  'session',
  'userId',
])

interface Rule {
  readonly name: string
  readonly parameters: readonly ts.ParameterDeclaration[]
}

const rules: Rule[] = globSync(['packages/mock/src/{domain,outside}/**/*.ts', 'packages/chains/src/**/*.ts'], {
  cwd: root,
})
  .filter((path) => !path.endsWith('.test.ts'))
  .flatMap((path) =>
    ts
      .createSourceFile(path, readFileSync(`${root}/${path}`, 'utf8'), ts.ScriptTarget.Latest, true)
      .statements.filter(ts.isFunctionDeclaration)
      .map(({ name, parameters }) => ({ name: `${path}: ${name?.text}`, parameters })),
  )

/** Whether a function works with the backend there, or with a part of it. */
function isBackend({ name, type }: ts.ParameterDeclaration): boolean {
  return name.getText() === 'backend' || /^(?:Pick<)?\w*(?:Backend|Reading)\b/.test(type?.getText() ?? '')
}

/** The members that an object type declares where it stands, without those of named types in it. */
function membersOf(type: ts.TypeNode | undefined): string[] {
  if (type && ts.isIntersectionTypeNode(type)) return type.types.flatMap(membersOf)
  return type && ts.isTypeLiteralNode(type) ? type.members.map((member) => member.name?.getText() ?? '') : []
}

it('every rule takes the backend first', () => {
  const backends = rules.filter(({ parameters }) => parameters.some(isBackend))
  expect(backends.length).toBeGreaterThan(400)
  expect(backends.filter(({ parameters }) => parameters.slice(1).some(isBackend)).map(({ name }) => name)).toEqual([])
})

it('every rule takes its subject as a separate argument, not inside of the input', () => {
  const wrapped = rules.filter(
    ({ parameters: [first, second, ...rest] }) =>
      first && isBackend(first) && rest.length === 0 && membersOf(second?.type).some((member) => subjects.has(member)),
  )
  expect(wrapped.map(({ name }) => name)).toEqual([])
})
