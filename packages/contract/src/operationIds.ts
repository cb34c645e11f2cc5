import { didYouMean } from '@latchkey/base/nearest'
import { type OperationId, operationTable } from '@latchkey/types'

export const operationIds = Object.keys(operationTable) as [OperationId, ...OperationId[]]

export const isOperationId = (id: string | undefined): id is OperationId =>
  id !== undefined && Object.hasOwn(operationTable, id)

/** Refuses an unknown operation id. @throws TypeError with the nearest id */
export function assertOperationId(call: string, id: string): asserts id is OperationId {
  if (!isOperationId(id))
    throw new TypeError(`Failed to call "${call}": there is no operation "${id}".${didYouMean(id, operationIds)}`)
}
