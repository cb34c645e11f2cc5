import { operationTable } from '@latchkey/types'

const { method, path, scope } = operationTable['gates.enable']
console.log(method, path)
// → PUT /api/v0/environments/{environmentId}/gates/{gateId}/enable
console.log(scope)
// → environment.settings.write
