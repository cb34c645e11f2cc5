import { defined } from '@latchkey/base/defined'
import type { components } from '@latchkey/types'

export type Gate = components['schemas']['Gate']
export type GateRule = components['schemas']['GateRule']

/** The fields of a rule, by their paths in it. */
const ruleFields = [
  'type',
  'chain',
  'address.networkId',
  'address.contractAddress',
  'filter.amount',
  'filter.tokenId',
] as const

type RuleField = (typeof ruleFields)[number]

/** The name of a rule's field in the form, which is its path in the body. */
export const nameOfField = (index: number, field: RuleField): string => `rules.${index}.${field}`

/** The fields of the form that can show a refusal. */
export const gateFields = (rules: number): readonly string[] => [
  'name',
  'outcome',
  'scope',
  ...Array.from({ length: rules }, (_, index) => ruleFields.map((field) => nameOfField(index, field))).flat(),
]

/** The gate that was entered, as the service takes it. What is no number stays text, so that the service refuses it. */
export function readGate(fields: FormData, rules: number): Record<string, unknown> {
  const textOf = (name: string) => String(fields.get(name) ?? '').trim()
  return {
    name: textOf('name'),
    outcome: textOf('outcome'),
    ...defined({ scope: textOf('outcome') === 'block' ? undefined : textOf('scope') }),
    rules: Array.from({ length: rules }, (_, index) => readRule((field) => textOf(nameOfField(index, field)))),
  }
}

function readRule(textOf: (field: RuleField) => string): Record<string, unknown> {
  const amount = textOf('filter.amount')
  const tokenId = textOf('filter.tokenId')
  const filter = defined({ amount: amount === '' ? undefined : numberOrText(amount), tokenId: tokenId || undefined })
  return {
    type: textOf('type'),
    chain: textOf('chain'),
    address: {
      networkId: numberOrText(textOf('address.networkId')),
      contractAddress: textOf('address.contractAddress'),
    },
    ...defined({ filter: Object.keys(filter).length > 0 ? filter : undefined }),
  }
}

const numberOrText = (text: string): number | string => (/^-?\d{1,15}$/.test(text) ? Number(text) : text)
