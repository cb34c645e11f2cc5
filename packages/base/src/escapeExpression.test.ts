import { expect, it } from 'vitest'
import { escapeExpression } from './escapeExpression.ts'

it('matches an escaped text only', () => {
  const text = 'https://a.example/[x]?y=(1+2)*3^4|5{6}$\\'
  const expression = new RegExp(`^${escapeExpression(text)}$`)
  expect([text, text.replace('.', '-'), ''].map((each) => expression.test(each))).toEqual([true, false, false])
})
