import { longestDelayMs } from '@latchkey/base/clock'
import type { Fault } from './fault.ts'

type Field = keyof Fault

const isBetween = (value: unknown, least: number, most: number) =>
  typeof value === 'number' && value >= least && value <= most

/** Which values a field takes, and how a sentence says so. */
const rules: readonly (readonly [Field, rule: string, isValid: (value: unknown) => boolean])[] = [
  ['status', 'a whole number from 200 to 599', (value) => Number.isInteger(value) && isBetween(value, 200, 599)],
  ['code', 'a text', (value) => typeof value === 'string'],
  ['body', 'a text, or a value that JSON can have', isWritable],
  // Another one cannot be a header, and would break the connection.
  [
    'contentType',
    'a media type in printable ASCII, such as text/html',
    (value) => /^[!-~]([ -~]*[!-~])?$/.test(`${value}`),
  ],
  ['retryAfterSeconds', 'a number of 0 or more', (value) => isBetween(value, 0, Number.MAX_SAFE_INTEGER)],
  ['delayMs', `a number of milliseconds from 0 to ${longestDelayMs}`, (value) => isBetween(value, 0, longestDelayMs)],
  ['after', '0 or more', (value) => isBetween(value, 0, Number.POSITIVE_INFINITY)],
]

/** Fields of which a fault has one, since only one of their effects can happen. A reply of its own can be cut off, or never end. */
const contradictions: readonly (readonly [Field, readonly Field[]])[] = [
  ['networkError', ['status', 'loseReply', 'truncate', 'stall']],
  ['loseReply', ['status', 'truncate', 'stall']],
  ['truncate', ['stall']],
]

/** The parts of a reply that a fault answers, which there is only with a status. */
const partsOfReply: readonly Field[] = ['code', 'body', 'contentType', 'retryAfterSeconds']

/** Why a fault cannot be as it is given, in a sentence; `undefined` if it can. */
export function problemOfFault(fault: Fault): string | undefined {
  const isSet = (field: Field) => fault[field] !== undefined && fault[field] !== false
  const broken = rules.find(([field, , isValid]) => fault[field] !== undefined && !isValid(fault[field]))
  if (broken) return `${broken[0]} must be ${broken[1]}, not ${shown(fault[broken[0]])}.`
  for (const [field, others] of contradictions) {
    const other = isSet(field) ? others.find(isSet) : undefined
    if (other !== undefined) return `${field} and ${other} exclude each other: set two faults, or leave one out.`
  }
  const part = partsOfReply.find(isSet)
  if (part !== undefined && fault.status === undefined) return `${part} belongs to a reply of the fault: add a status.`
  return undefined
}

function isWritable(body: unknown): boolean {
  try {
    return JSON.stringify(body) !== undefined
  } catch {
    return false
  }
}

const shown = (value: unknown): string => (typeof value === 'string' ? JSON.stringify(value) : String(value))
