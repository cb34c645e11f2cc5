import type { DeploymentNames, NamesFile } from '@latchkey/names'
import type { MockNames } from '../spelling/mockNames.ts'
import { readJsonFile } from './readDataFile.ts'

/** Reads the names of a mock. @throws TypeError with one sentence */
export async function loadMockNames(file: string): Promise<MockNames> {
  const { readNames } = await import('../spelling/readNames.ts')
  return readFileBy(readNames, file)
}

/** Reads the names of a deployment. @throws TypeError with one sentence */
export async function loadDeploymentNames(file: string): Promise<DeploymentNames> {
  const { readDeploymentNames } = await import('@latchkey/names')
  return readFileBy(readDeploymentNames, file)
}

function readFileBy<T>(read: (content: NamesFile) => T, file: string): T {
  const content = readJsonFile('names file', file)
  try {
    return read(content as NamesFile)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new TypeError(error.message.replace('The names', `The names file ${file}`), { cause: error })
  }
}
