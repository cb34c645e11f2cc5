/**
 * The program and first arguments that run pnpm: the pnpm that runs this script, or one from the registry.
 *
 * @example
 * const [file, ...args] = [...pnpmCommand(), 'run', 'build']
 */
export function pnpmCommand(): readonly [file: string, ...args: string[]] {
  const script = process.env.npm_execpath
  if (!script?.includes('pnpm')) return ['npx', '--yes', 'pnpm@12']
  return /\.[cm]?js$/.test(script) ? [process.execPath, script] : [script]
}
