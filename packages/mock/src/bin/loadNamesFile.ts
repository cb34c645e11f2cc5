import type { MockNames } from '../spelling/mockNames.ts'
import { readJsonFile } from './readDataFile.ts'

/** Reads a names file. @throws TypeError with one sentence */
export async function loadNamesFile(file: string): Promise<MockNames> {
  const content = readJsonFile('names file', file)
  const { readNames } = await import('../spelling/readNames.ts')
  try {
    return readNames(content as Parameters<typeof readNames>[0])
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new TypeError(error.message.replace('The names', `The names file ${file}`), { cause: error })
  }
}
