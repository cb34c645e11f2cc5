import { operationTable } from '@latchkey/types'
import { operationSchemas } from '@latchkey/types/zod'
import { type as arktype } from 'arktype'
import * as valibot from 'valibot'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { gateId, environmentId, rejection } from '../../test/serve.ts'
import { createClient } from '../calls/createClient.ts'
import { createTransport } from '../calls/createTransport.ts'
import { gates, health, users } from '../generated/operations/index.ts'
import { isLatchkeyError } from '../shared/errors.ts'
import { type ReplySchema, type ReplySchemas, validateWith, ValidationError, type ValidateOptions } from './validate.ts'

/** A schema by hand, with a promise and steps that are objects. */
const later: ReplySchema = {
  '~standard': {
    version: 1,
    validate: async (value) =>
      Object(value).name === 'Holders'
        ? {}
        : { issues: [{ message: `not "${Object(value).name}"`, path: [{ key: 'name' }] }] },
  },
}

const gate = { id: gateId, name: 'Holders', outcome: 'block', rules: [] }

function answering(
  body: unknown,
  { mode = 'throw', init, ...options }: ValidateOptions & { mode?: 'warn' | 'throw'; init?: ResponseInit } = {},
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const fetch = async () =>
    new Response(text, { headers: { 'content-type': 'application/json', 'x-request-id': 'request-1' }, ...init })
  const choice = {
    baseUrl: 'https://api.test',
    environmentId,
    fetch,
    retry: false,
    middleware: [validateWith(operationSchemas, mode, options)],
  } as const
  return { api: createTransport(choice), client: createClient(choice) }
}

describe('validateWith', () => {
  it('accepts a valid reply, and keeps fields and enum values that are newer than the schemas', async () => {
    const newer = {
      ...gate,
      outcome: 'slowDown',
      colour: 'red',
      rules: [
        {
          type: 'moonPhase',
          chain: 'EVM',
          address: { networkId: 1, contractAddress: `0x${'a'.repeat(40)}` },
          filter: {},
          note: 1,
        },
      ],
    }
    expect(await gates.get(answering(gate).api, { gateId })).toEqual(gate)
    expect(await gates.get(answering(newer).api, { gateId })).toEqual(newer)
  })

  it('reports what is wrong and where, but not the value', async () => {
    const secret = 'secret-of-a-user'
    const error = await rejection(users.list(answering({ count: secret, users: [{ id: secret, email: 7 }] }).api))
    expect(error).toBeInstanceOf(ValidationError)
    expect(isLatchkeyError(error)).toBe(true)
    expect(error).toMatchObject({
      name: 'ValidationError',
      operation: 'users.list',
      status: 200,
      requestId: 'request-1',
      attempts: 1,
    })
    const { issues, message } = error as ValidationError
    expect(issues).toContainEqual({ path: '$.count', expected: 'of type number' })
    expect(issues).toContainEqual({
      path: '$.users[0].id',
      expected: 'valid: it must have at least 36 characters',
    })
    expect(message).toMatch(/^users\.list was answered with 200, but \$\.count is not of type number, and \d+ more\.$/)
    expect(JSON.stringify(error) + (error as Error).stack).not.toContain(secret)
  })

  it('refuses a value of another type in place of an enum value', async () => {
    expect(await rejection(gates.get(answering({ ...gate, outcome: 7 }).api, { gateId }))).toMatchObject({
      issues: [{ path: '$.outcome' }],
    })
  })

  it.each([
    ['Valibot', () => valibot.object({ id: valibot.string(), name: valibot.literal('Holders') })],
    ['ArkType', () => arktype({ id: 'string', name: "'Holders'" })],
    ['a library that answers later', () => later],
  ])('takes the schemas of %s', async (_, makeSchema) => {
    const schemas: ReplySchemas = { 'gates.get': { replies: { 200: makeSchema } } }
    const calling = (body: object) => {
      const fetch = async () => Response.json(body)
      const middleware = [validateWith(schemas, 'throw')]
      return gates.get(createTransport({ baseUrl: 'https://api.test', environmentId, fetch, middleware }), { gateId })
    }
    expect(await calling(gate)).toEqual(gate)
    const error = await rejection(calling({ ...gate, name: 'secret-of-a-user' }))
    expect(error).toMatchObject({
      name: 'ValidationError',
      issues: [{ path: '$.name', expected: 'of a form that the schema allows' }],
    })
    expect(JSON.stringify(error) + (error as Error).message).not.toContain('secret-of-a-user')
  })

  it('warns and continues', async () => {
    const reported: ValidationError[] = []
    const wrong = { ...gate, name: 7 }
    expect(
      await gates.get(answering(wrong, { mode: 'warn', report: (error) => reported.push(error) }).api, { gateId }),
    ).toEqual(wrong)
    expect(reported).toMatchObject([
      { operation: 'gates.get', issues: [{ path: '$.name', expected: 'of type string' }] },
    ])
  })

  it('returns the reply if the function that reports fails, and logs why', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => log.mockRestore())
    const cause = new Error('no disk')
    const report = () => {
      throw cause
    }
    const wrong = { ...gate, name: 7 }
    expect(await gates.get(answering(wrong, { mode: 'warn', report }).api, { gateId })).toEqual(wrong)
    await vi.waitFor(() => expect(log.mock.calls).toEqual([[cause]]))
  })

  it('checks calls by path if it has the operation table', async () => {
    const call = (options?: ValidateOptions) =>
      answering({ ...gate, name: 7 }, options).client.GET('/api/v0/environments/{environmentId}/gates/{gateId}', {
        params: { path: { environmentId, gateId } },
      })
    expect(await rejection(call({ operations: operationTable }))).toMatchObject({
      name: 'ValidationError',
      operation: 'gates.get',
    })
    expect((await call()).response.status).toBe(200)
  })

  it('does not check refusals and replies that are not JSON', async () => {
    expect(
      await rejection(gates.get(answering({ nothing: 1 }, { init: { status: 404 } }).api, { gateId })),
    ).toMatchObject({ name: 'ApiError', status: 404 })
    expect(await rejection(gates.get(answering('{"id":').api, { gateId }))).toMatchObject({
      name: 'ResponseParseError',
    })
    expect(await rejection(health.check(answering('<html>').api))).toMatchObject({ name: 'ResponseParseError' })
  })
})
