import { bearer, createClient } from '@latchkey/client'
import { SessionProvider, useUser } from '@latchkey/client/react'
import { createSession } from '@latchkey/client/session'
import { createMock, type Mock, type MockOptions } from '@latchkey/mock'
import { persist, type PersistOptions } from '@latchkey/mock/browser'
import { type MockServer, startServer } from '@latchkey/mock/node'
import { createPreview, type LatchkeyPreview } from '@latchkey/mock/storybook'
import { type components, type OperationId, operationTable } from '@latchkey/types'
import { operationSchemas } from '@latchkey/types/zod'
import { createElement } from 'react'

const options: MockOptions = { seed: 'types', rateLimits: true }
const mock: Mock = createMock(options)
export const preview: LatchkeyPreview = createPreview(options)
export const server: Promise<MockServer> = startServer(mock, { port: 0 })
const storage: PersistOptions['storage'] = { getItem: () => null, setItem() {}, removeItem() {} }
export const isRestored: Promise<boolean> = persist(mock, { storage }).then((persistence) => persistence.isRestored)
export const user: Promise<components['schemas']['User']> = mock.create.user({ email: 'ada@example.com' })
export const id: OperationId = 'gates.enable'
export const method: 'PUT' | 'POST' | 'PATCH' = operationTable[id].method
export const parsed = operationSchemas['gates.create'].body().safeParse({})
export const client = createClient({ baseUrl: mock.baseUrl, auth: bearer('token'), fetch: mock.fetch })
const session = createSession({ api: client })
export const element = createElement(SessionProvider, { session }, 'content')
export const useEmail = (): string | null | undefined => useUser()?.email
// @ts-expect-error -- a client is no session
createElement(SessionProvider, { session: client })
// @ts-expect-error -- nothing is kept in a number
persist(mock, { storage: 1 })
// @ts-expect-error -- the seed is a text
createMock({ seed: 1 })
// @ts-expect-error -- no such operation
export const wrong: OperationId = 'gates.open'
