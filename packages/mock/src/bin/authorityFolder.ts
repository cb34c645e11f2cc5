import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/** Where programs of a person keep their data, by the system. */
const dataFolders: Readonly<Record<string, () => string>> = {
  darwin: () => join(homedir(), 'Library', 'Application Support'),
  win32: () => process.env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'),
}

/** The folder of the local authority: one per person, so that its certificate has to be trusted once. */
export function authorityFolder(): string {
  const { XDG_DATA_HOME: ownChoice = '' } = process.env
  const folderOfSystem = dataFolders[process.platform] ?? (() => join(homedir(), '.local', 'share'))
  return join(isAbsolute(ownChoice) ? ownChoice : folderOfSystem(), 'latchkey', 'authority')
}

/** The certificate of the local authority, which clients trust. */
export const authorityFile = (): string => join(authorityFolder(), 'certificate.pem')
