import { createMock } from '@latchkey/mock'
import { operationSchemas } from '@latchkey/types/zod'

// A deployment whose gates have a field that the document does not have.
const deployment = createMock({ seed: 'deployment', strict: false })
const { id, token } = deployment.defaults.environments.sandbox
await deployment.create.gate({ name: 'Members' })
deployment.override('gates.list', async (_, next) => {
  const { status, body } = await next()
  const gates = (body.gates ?? []).map((gate) => ({ ...gate, color: 'crimson' }))
  return { status, body: { gates } }
})

const url = `${deployment.baseUrl}/api/v0/environments/${id}/gates`
const response = await deployment.fetch(url, { headers: { authorization: `Bearer ${token}` } })
const check = operationSchemas['gates.list'].replies[200]('closed').safeParse(await response.json())
for (const { path, message } of check.error?.issues ?? []) console.log(path.join('.'), message)
// → gates.0 Unrecognized key: "color"
