import { relative } from 'node:path'
import process from 'node:process'

/** The path of a test from the folder of the app, in the same way on each system. */
export function testFileAt(path: string | undefined): string {
  return relative(process.cwd(), path ?? '').replaceAll('\\', '/')
}
