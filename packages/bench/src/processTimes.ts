import { execFileSync } from 'node:child_process'
import { median } from './measure.ts'

/** A script that a process of its own runs. */
interface Script {
  readonly cwd: string
  readonly script: string
  /** Variables beside those of this process. */
  readonly env?: Readonly<Record<string, string>>
}

/** Measures scripts inside of Node, in milliseconds: the median over processes that run by turns. */
export function processTimes<K extends string>(processes: number, scripts: Record<K, Script>): Record<K, number> {
  const times = new Map<string, number[]>()
  for (let i = 0; i < processes; i++) {
    for (const [name, { cwd, script, env }] of Object.entries<Script>(scripts)) {
      const code = `const start = performance.now(); ${script}; console.log(performance.now() - start)`
      const output = execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
        cwd,
        env: { ...process.env, ...env },
        encoding: 'utf8',
      })
      times.set(name, [...(times.get(name) ?? []), Number(output)])
    }
  }
  return Object.fromEntries([...times].map(([name, all]) => [name, median(all)])) as Record<K, number>
}
