import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** How a package manager installs packages for development, and runs the command of one. */
export interface PackageManager {
  readonly install: string
  readonly run: string
}

const managers = {
  npm: { install: 'npm install --save-dev', run: 'npx' },
  pnpm: { install: 'pnpm add --save-dev', run: 'pnpm exec' },
  yarn: { install: 'yarn add --dev', run: 'yarn' },
  bun: { install: 'bun add --dev', run: 'bunx' },
} as const satisfies Readonly<Record<string, PackageManager>>

type Name = keyof typeof managers

const lockfiles: readonly (readonly [file: string, name: Name])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
]

/**
 * The package manager of a project: by its lockfile, or that of a workspace around it, and otherwise the one that has
 * started this program. npm if nothing says so.
 *
 * @param userAgent - The variable `npm_config_user_agent`, such as `pnpm/10.2.0 npm/? node/v24.1.0`.
 */
export function findPackageManager(folder: string, userAgent = ''): PackageManager {
  const [started = ''] = userAgent.split('/')
  return managers[lockfileOwner(folder) ?? (isName(started) ? started : 'npm')]
}

const isName = (name: string): name is Name => Object.hasOwn(managers, name)

function lockfileOwner(folder: string): Name | undefined {
  const lockfile = lockfiles.find(([file]) => existsSync(join(folder, file)))
  if (lockfile) return lockfile[1]
  const parent = dirname(folder)
  // A lockfile above the repository is not the project's.
  return parent === folder || existsSync(join(folder, '.git')) ? undefined : lockfileOwner(parent)
}
