import { createTransport } from '@latchkey/client'
import { gates } from '@latchkey/client/operations'
import { refuse, stubFetch } from '@latchkey/client/testing'
import { createMock } from '@latchkey/mock'

const { id: environmentId } = createMock().defaults.environments.sandbox

// Scripted replies, where a test is about a reply and not about the service.
const fetch = stubFetch({ 'gates.list': () => ({ gates: [] }), 'gates.get': () => refuse(404, 'not_found') })
const api = createTransport({ baseUrl: 'https://api.example.com', environmentId, fetch })

console.log(await gates.list(api))
// → { gates: [] }

console.log(await gates.get(api, { gateId: '42' }).catch((error: { code?: string }) => error.code))
// → not_found
console.log(fetch.calls.length, 'calls')
// → 2 calls
