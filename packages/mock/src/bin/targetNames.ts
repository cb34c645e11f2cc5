import type { IsInterfacePath } from '../comparison/createComparison.ts'
import type { ObservedExchange } from '../comparison/observedExchange.ts'
import { loadDeploymentNames } from './loadNamesFile.ts'

/** How a command before a deployment understands its paths and messages. */
export interface TargetNames {
  /** An exchange with the names of the document. */
  read(exchange: ObservedExchange): ObservedExchange
  readonly isInterfacePath: IsInterfacePath
  /** Whether pages of any origin may call a path. */
  isSdkPath(path: string): boolean
}

const documented: TargetNames = {
  read: (exchange) => exchange,
  isInterfacePath: (path) => path.startsWith('/api/'),
  isSdkPath: (path) => path.startsWith('/api/v0/sdk/'),
}

/** Reads the file of `--names`, if there is one. @throws TypeError with one sentence */
export async function loadTargetNames(file: string | undefined): Promise<TargetNames> {
  if (file === undefined) return documented
  const names = await loadDeploymentNames(file)
  const [{ readExchange }, { translatePath }] = await Promise.all([
    import('../comparison/readExchange.ts'),
    import('@latchkey/names/messages'),
  ])
  return {
    read: (exchange) => readExchange(names, exchange),
    // An app that has forgotten a name sends that of the document.
    isInterfacePath: (path) => names.isInterfacePath(path) || documented.isInterfacePath(path),
    isSdkPath: (path) => documented.isSdkPath(translatePath(names.read, path) ?? ''),
  }
}
