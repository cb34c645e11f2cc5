import { didYouMean } from '@latchkey/base/nearest'
import * as z from 'zod'
import { scenarioSchema } from '../control/scenario/scenarioSchema.ts'
import type { IsKept } from './withPlaceholders.ts'

/**
 * Reads which fields of a scenario are to have the texts of the deployment: `gates[].name`, or `origins` for all that is
 * in it.
 *
 * @throws TypeError for a field that scenarios do not have
 */
export function readKept(paths: readonly string[]): IsKept {
  for (const path of paths) assertField(path)
  return (field) =>
    paths.some((path) => field === path || (field.startsWith(path) && '.['.includes(field.charAt(path.length))))
}

function assertField(path: string): void {
  const steps = path.replaceAll('[]', '.[]').split('.')
  let schemas: readonly z.ZodType[] = [scenarioSchema]
  for (const [index, step] of steps.entries()) {
    const inner = schemas.flatMap(optionsOf).flatMap((schema) => stepInto(schema, step))
    if (inner.length === 0) {
      const before = steps.slice(0, index).join('.').replaceAll('.[]', '[]')
      const names = schemas.flatMap(optionsOf).flatMap(namesOf)
      throw new TypeError(
        `--keep takes a field of scenarios, such as gates[].name, and ${before === '' ? 'scenarios have' : `"${before}" has`} no "${step}".` +
          didYouMean(step, names),
      )
    }
    schemas = inner
  }
}

/** The schemas below those that make one optional or offer several. */
function optionsOf(schema: z.ZodType): readonly z.ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodLazy)
    return optionsOf(schema.unwrap() as z.ZodType)
  return schema instanceof z.ZodUnion ? (schema.options as readonly z.ZodType[]).flatMap(optionsOf) : [schema]
}

function namesOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodArray) return ['[]']
  if (schema instanceof z.ZodRecord) return ['{}']
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

function stepInto(schema: z.ZodType, step: string): readonly z.ZodType[] {
  if (!namesOf(schema).includes(step)) return []
  if (schema instanceof z.ZodArray) return [schema.element as z.ZodType]
  if (schema instanceof z.ZodRecord) return [schema.valueType as z.ZodType]
  return [(schema as z.ZodObject).shape[step] as z.ZodType]
}
