import type { OperationId, operations } from '@latchkey/types'
import { operationTable } from '@latchkey/types'
import { expect } from 'vitest'
import type { Mock, MockOptions } from '../../src/mock/createMock.ts'

type Part<O, K extends string> = O extends { parameters: infer P }
  ? K extends keyof P
    ? NonNullable<P[K]>
    : object
  : object
type Content<R> = R extends { content: infer C } ? C[keyof C] : undefined
type Success<O> = O extends { responses: infer R } ? Content<R[Extract<keyof R, 200 | 201>]> : never

/** A test may pass an id that a reply does not need to have; a missing one is refused as such. */
type Params<T> = { readonly [Name in keyof T]?: T[Name] | undefined }

export interface CallInput<Id extends OperationId> {
  params?: Params<Part<operations[Id], 'path'>> | Record<string, string> | undefined
  query?: Part<operations[Id], 'query'> | Record<string, unknown>
  body?: unknown
  /** Bearer token; the sandbox's ready token, or the admin's for member operations, when absent; `null` sends none. */
  token?: string | null | undefined
  headers?: Record<string, string> | undefined
}

export interface CallResult<Body> {
  status: number
  body: Body
  headers: Headers
}

/** The error body in any of its shapes. */
export interface Refusal {
  status: number
  code: string | undefined
  body: unknown
  headers: Headers
}

export interface TestHost {
  readonly name: string
  /** The mock of the present test. */
  readonly mock: Mock
  /** Sends a request the way an app would in this host. */
  readonly fetch: typeof globalThis.fetch
}

/** The default options of every mock in a test. */
export const mockOptions = { seed: 'test', now: '2026-01-15T09:30:00.000Z' } as const

export interface HostOptions {
  /** The lifetime of a mock. @default 'test' */
  readonly mockPer?: 'test' | 'file'
  /** Options of the mocks, beside the seed and the instant that all tests share. */
  readonly mock?: MockOptions
}

/** Calls operations by id over a host. It asserts a success, so that a test can continue with its body. */
export function callsOf(host: TestHost) {
  async function send<Id extends OperationId>(
    id: Id,
    { params, query, body, token, headers = {} }: CallInput<Id> = {},
  ): Promise<CallResult<unknown>> {
    const { defaults, baseUrl } = host.mock
    const row = operationTable[id]
    const values: Record<string, string> = {
      environmentId: defaults.environments.sandbox.id,
      organizationId: defaults.organizationId,
      projectId: defaults.projectId,
      ...params,
    }
    const url = new URL(
      baseUrl +
        row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? `missing-${name}`)),
    )
    for (const [name, value] of Object.entries(query ?? {})) {
      if (typeof value === 'object' && value !== null)
        for (const [key, inner] of Object.entries(value)) url.searchParams.set(`${name}[${key}]`, String(inner))
      else if (value !== undefined) url.searchParams.set(name, String(value))
    }
    const readyTokens: Readonly<Record<string, string>> = {
      environment: defaults.environments.sandbox.token,
      member: defaults.admin.token,
    }
    const bearer = token === undefined ? (readyTokens[row.auth] ?? null) : token
    const form = 'body' in row && row.body === 'application/x-www-form-urlencoded'
    const encoded = form ? new URLSearchParams(body as Record<string, string>) : JSON.stringify(body)
    const written = body === undefined || typeof body === 'string' ? body : encoded
    const response = await host.fetch(url, {
      method: row.method,
      redirect: 'manual',
      headers: {
        ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && { 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' }),
        ...headers,
      },
      body: written ?? null,
    })
    const text = await response.text()
    const json = (response.headers.get('content-type') ?? '').includes('json') && text !== ''
    return {
      status: response.status,
      body: json ? JSON.parse(text) : text || undefined,
      headers: response.headers,
    }
  }

  return {
    /** The reply of a call that must succeed. */
    async call<Id extends OperationId>(id: Id, input?: CallInput<Id>): Promise<CallResult<Success<operations[Id]>>> {
      const result = await send(id, input)
      expect(result.status < 400, `${id} answered ${result.status}: ${JSON.stringify(result.body)}`).toBe(true)
      return result as CallResult<Success<operations[Id]>>
    },
    /** The reply of a call that must be refused. */
    async refuse<Id extends OperationId>(id: Id, input?: CallInput<Id>): Promise<Refusal> {
      const { status, body, headers } = await send(id, input)
      expect(status, `${id} answered ${status}: ${JSON.stringify(body)}`).toBeGreaterThanOrEqual(400)
      const { code, error } = (typeof body === 'object' && body !== null ? body : {}) as {
        code?: string
        error?: { code?: string }
      }
      return { status, code: code ?? (typeof error === 'object' ? error.code : undefined), body, headers }
    },
    send,
  }
}
