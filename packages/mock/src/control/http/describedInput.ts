import type { ControlRoute } from '@latchkey/contract/routes/controlRoute'
import type * as z from 'zod'
import { scenarioSchema } from '../scenario/scenarioSchema.ts'

/**
 * The input of a route as documents and tools describe it. A route may leave the check to an operation, and that of
 * scenarios leaves it to `mock.load`, which loads their schema for it.
 */
export const describedInput = (key: string, { input, described }: ControlRoute): z.ZodType | undefined =>
  key === 'POST scenario' ? scenarioSchema : (described?.() ?? input)
