import { didYouMeanInBrackets } from '@latchkey/base/nearest'
import type * as z from 'zod'
import { operationIds } from '../operationIds.ts'

/** Says which operation was meant. */
export const noOperation: z.core.TypeParams['error'] = ({ input }) =>
  `must be an operation${didYouMeanInBrackets(String(input), operationIds)}`
