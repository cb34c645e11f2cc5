export { readNames } from './spelling/readNames.ts'
export type { NamesFile } from '@latchkey/names'
export type { MockNames } from './spelling/mockNames.ts'
