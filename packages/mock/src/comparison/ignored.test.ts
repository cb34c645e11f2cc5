import { describe, expect, it } from 'vitest'
import { readIgnored } from './ignored.ts'

const unknown = { operation: 'GET /api/v0/gateways/7', shownOperation: 'GET /api/v0/<segment 1>/<number>' }
const gates = { operation: 'gates.list', shownOperation: 'gates.list' }

describe('a rule of --ignore', () => {
  it.each([
    ['GET /api/v0/gateways/7', true],
    ['GET /api/v0/gateways/*', true],
    ['GET /api/v0/*/*', true],
    ['GET /api/v0/gateways', false],
    ['GET /api/v0/*', false],
    ['GET /api/v0/gateways/*/7', false],
    ['POST /api/v0/gateways/*', false],
    ['gateways', false],
  ])('%s leaves out the request GET /api/v0/gateways/7: %s', (rule, isLeftOut) => {
    expect(readIgnored([rule])(unknown, 'status')).toBe(isLeftOut)
  })

  it('takes the path of the document for a method that a path does not have', () => {
    const operation = { operation: 'PATCH /api/v0/environments/5/gates' }
    const shownOperation = 'PATCH /api/v0/environments/{environmentId}/gates'
    expect(readIgnored([shownOperation])({ ...operation, shownOperation }, 'status')).toBe(true)
  })

  it.each([
    ['color', 'body.gates[].color', true],
    ['body.gates[].color', 'body.gates[].color', true],
    ['gates.list:color', 'body.gates[].color', true],
    ['col*', 'body.gates[].color', true],
    ['body.gates[].*', 'body.gates[].color', true],
    ['gates.list:x-acme-*', 'header x-acme-trace', true],
    ['header x-acme-trace', 'header x-acme-trace', true],
    ['gates.get:color', 'body.gates[].color', false],
    ['colo', 'body.gates[].color', false],
    ['*lor', 'body.gates[].color', false],
    ['body.rules[].*', 'body.gates[].color', false],
  ])('%s leaves out %s: %s', (rule, field, isLeftOut) => {
    expect(readIgnored([rule])(gates, field)).toBe(isLeftOut)
  })

  it.each(['<field 1>', 'gates.list:body.gates[].<field 12>', 'GET /api/v0/<segment 3>', 'header <header 2>'])(
    'is refused if it is the placeholder of a report: %s',
    (rule) => {
      expect(() => readIgnored([rule])).toThrow(/can be another one in the next report/)
    },
  )
})
