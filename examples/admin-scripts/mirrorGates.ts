/**
 * Makes the gates of one environment equal to those of another. Gates are identified by their names, which are unique.
 */
import { isDeepStrictEqual, parseArgs } from 'node:util'
import type { Transport } from '@latchkey/client'
import { gates } from '@latchkey/client/operations'
import { connect, explain, Failure, run, UsageError } from './script.ts'

type Gate = Awaited<ReturnType<typeof gates.get>>

interface Step {
  /** One step of the plan. */
  readonly line: string
  apply(): Promise<unknown>
}

const compared = ['outcome', 'scope', 'rules'] as const

await run('Usage: node mirrorGates.ts --from <environment id> --to <environment id> [--delete] [--apply]', async () => {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      delete: { type: 'boolean' },
      apply: { type: 'boolean' },
    },
  })
  const { from, to } = values
  if (!from || !to) throw new UsageError('--from and --to are both needed: they name environments by id.')
  if (from === to) throw new UsageError('--from and --to name the same environment.')
  const source = connect({ environmentId: from, token: process.env.LATCHKEY_FROM_TOKEN })
  const target = connect({ environmentId: to, token: process.env.LATCHKEY_TO_TOKEN })
  const [{ gates: wanted = [] }, { gates: present = [] }] = await Promise.all([gates.list(source), gates.list(target)])

  const extra = present.filter(({ name }) => wanted.every((gate) => gate.name !== name))
  const steps = [
    ...wanted.flatMap((gate) =>
      stepsFor(
        target,
        gate,
        present.find(({ name }) => name === gate.name),
      ),
    ),
    ...(values.delete ? extra.map((gate) => removal(target, gate)) : []),
  ]
  for (const { line, apply } of steps) {
    if (values.apply) await apply().catch((error: unknown) => stop(line, error))
    console.log(values.apply ? `done: ${line}` : `plan: ${line}`)
  }
  if (!values.delete)
    for (const { name } of extra) console.log(`kept: ${quote(name)} is only in the target; --delete removes it`)
  if (steps.length === 0) console.log('Nothing to do: the gates are equal.')
  else
    console.log(
      values.apply ? `Changes made: ${steps.length}.` : `Changes planned: ${steps.length}; --apply makes them.`,
    )
})

/** The steps that make a gate of the target equal to that of the source. */
function stepsFor(target: Transport, wanted: Gate, present: Gate | undefined): Step[] {
  if (!present) return [creation(target, wanted)]
  const gateId = present.id
  const changed = compared.filter((field) => !isDeepStrictEqual(wanted[field], present[field]))
  // An empty scope removes the target's scope; a missing field would keep it.
  const body = Object.fromEntries(changed.map((field) => [field, wanted[field] ?? '']))
  const steps: Step[] = []
  if (changed.length > 0)
    steps.push({
      line: `update ${quote(wanted.name)}: ${changed.join(', ')}`,
      apply: () => gates.update(target, { gateId, body }),
    })
  if (wanted.enabledAt && !present.enabledAt)
    steps.push({ line: `enable ${quote(wanted.name)}`, apply: () => gates.enable(target, { gateId }) })
  if (!wanted.enabledAt && present.enabledAt)
    steps.push({ line: `disable ${quote(wanted.name)}`, apply: () => gates.disable(target, { gateId }) })
  return steps
}

function creation(target: Transport, { name, outcome, scope, rules, enabledAt }: Gate): Step {
  return {
    line: `create ${quote(name)}${enabledAt ? ' and enable it' : ''}`,
    async apply() {
      const { id: gateId } = await gates.create(target, { body: { name, outcome, scope, rules } })
      if (enabledAt) await gates.enable(target, { gateId })
    },
  }
}

function removal(target: Transport, { id: gateId, name }: Gate): Step {
  return { line: `delete ${quote(name)}`, apply: () => gates.delete(target, { gateId }) }
}

/** Reports which step failed. Another run of the script continues from there. */
function stop(line: string, error: unknown): never {
  throw new Failure(`${line}: ${explain(error)}`, { cause: error })
}

/** A name as one line, with any characters in it. */
function quote(name: string): string {
  return JSON.stringify(name)
}
