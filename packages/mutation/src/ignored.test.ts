import { expect, it } from 'vitest'
import { reasonToIgnore } from './ignored.ts'

const text = { type: 'StringLiteral', value: 'The name is too long.' }
const code = { type: 'StringLiteral', value: 'backup_malformed' }
const field = { type: 'TemplateLiteral', quasis: [{ value: { raw: 'rules.' } }] }
const message = { type: 'ObjectProperty', key: { type: 'Identifier', name: 'message' } }
const call = (name: string, ...input: { type: string; value?: unknown }[]) => ({
  type: 'CallExpression',
  callee: { type: 'Identifier', name },
  arguments: input,
})

it('mutation leaves out the wording of sentences', () => {
  const options = { type: 'ObjectExpression', properties: [message] }
  const detail = { type: 'ObjectProperty', key: { type: 'Identifier', name: 'detail' } }
  const error = { type: 'NewExpression', callee: { type: 'Identifier', name: 'TypeError' } }
  expect(reasonToIgnore({ node: message, parent: options })).toContain('sentence')
  expect(reasonToIgnore({ node: detail, parent: options })).toContain('sentence')
  expect(reasonToIgnore({ node: options, parent: call('assert') })).toContain('sentence')
  expect(reasonToIgnore({ node: text, parent: error })).toContain('sentence')
})

it.each([
  ['a text', text],
  ['a text with values in it', { type: 'TemplateLiteral', quasis: [{ value: { raw: 'The chain ' } }] }],
])('mutation leaves out the sentence of a refusal: %s', (_, node) => {
  expect(reasonToIgnore({ node, parent: call('fail', node) })).toContain('sentence')
  const callee = { type: 'MemberExpression', property: { type: 'Identifier', name: 'fail' } }
  expect(reasonToIgnore({ node, parent: { type: 'CallExpression', callee } })).toContain('sentence')
})

it('mutation leaves out tables of which only the keys are read, and states that are never reached', () => {
  expect(reasonToIgnore({ node: { type: 'ObjectExpression' }, parent: call('everyValue') })).toContain('keys')
  const internal = { type: 'StringLiteral', value: 'internal' }
  const statement = { type: 'ExpressionStatement', expression: call('assert', internal) }
  expect(reasonToIgnore({ node: statement, parent: { type: 'BlockStatement' } })).toContain('never')
})

it.each([
  ['the code of a refusal', text, call('assert', text)],
  ['a code that makes a refusal', code, call('fail', code)],
  ['the name of a field in a refusal', field, call('refuse', field)],
  ['an object that says more than a sentence', { type: 'ObjectExpression', properties: [message, text] }, call('fail')],
  ['a text in an expression', text, { type: 'BinaryExpression' }],
  [
    'an argument of something else than an error',
    text,
    { type: 'NewExpression', callee: { type: 'Identifier', name: 'URL' } },
  ],
])('mutation changes %s', (_, node, parent) => {
  expect(reasonToIgnore({ node, parent })).toBeUndefined()
})
