import { defined } from '@latchkey/base/defined'
import type { ReportedCall } from './outcomes.ts'

/** A call of a case, and the same one of the run without failures; either is absent where a run lacks it. */
export interface ComparedCall {
  readonly name: string
  readonly clean?: ReportedCall
  readonly played?: ReportedCall
  /** In words; absent if nothing differs. */
  readonly difference?: string
}

/** The calls of a case in their order, and between them those that only the run without failures makes. */
export function comparedCalls(clean: readonly ReportedCall[], played: readonly ReportedCall[]): ComparedCall[] {
  const rows: ComparedCall[] = played.map((call) => {
    const same = clean.find(({ name }) => name === call.name)
    return { name: call.name, played: call, ...defined({ clean: same, difference: differenceOf(same, call) }) }
  })
  let place = 0
  for (const call of clean) {
    const { name } = call
    const index = rows.findIndex((row) => row.name === name)
    if (index === -1) rows.splice(place, 0, { name, clean: call, difference: 'not made' })
    place = index === -1 ? place + 1 : index + 1
  }
  return rows
}

function differenceOf(clean: ReportedCall | undefined, played: ReportedCall): string | undefined {
  if (!clean) return 'further call'
  if (clean.status !== played.status || clean.code !== played.code) return 'other reply'
  return clean.path !== played.path || clean.method !== played.method ? 'other address' : undefined
}
