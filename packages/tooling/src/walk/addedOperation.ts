import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generators } from '../generators.ts'
import { type RepositoryCopy, root } from './repositoryCopy.ts'

/** The operation that CONTRIBUTING.md adds as its example. */
interface AddedOperation {
  /** The commands of the page, in its order. */
  readonly commands: Readonly<Record<'writeStubs' | 'generate' | 'test', string>>
  /** Runs those of the generators that write the code of the three packages. */
  readonly generateCode: string
  /** Replaces the stubs by the code blocks of the page. */
  fillIn(copy: RepositoryCopy): void
  /** The files by hand, and what the generators write for the mock. */
  readonly files: readonly string[]
}

const description = 'spec/resources/gates/paths.yaml'
const operations = 'packages/mock/src/operations'
const handlers = `${operations}/gates/gates.ts`
const tests = `${operations}/gates/duplicate.test.ts`

/** The code blocks of the section that tells how to add an operation, without their indentation. */
function readBlocks(language: string): string[] {
  const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const section = page.split(/^## /m).find((part) => part.startsWith('How to add an operation')) ?? ''
  const blocks = section.matchAll(/^ {3}```(\w+)\n(.*?)^ {3}```/gms)
  return [...blocks].flatMap(([, tag, code = '']) => (tag === language ? [code.replaceAll(/^ {3}/gm, '')] : []))
}

/** The blocks of a language, which have to be as many. */
function takeBlocks(language: string, count: number): string[] {
  const blocks = readBlocks(language)
  if (blocks.length !== count)
    throw new Error(`"How to add an operation" has ${blocks.length} blocks of ${language}, not ${count}.`)
  return blocks
}

/** Reads the steps of the page. @throws Error if it has other blocks than the walk carries out */
export function readOperation(): AddedOperation {
  const [writeStubs, generate, test] = takeBlocks('sh', 3) as [string, string, string]
  const [pathItem] = takeBlocks('yaml', 1) as [string]
  const [handler, testCode] = takeBlocks('ts', 2) as [string, string]
  return {
    commands: { writeStubs, generate, test },
    generateCode: generators
      .filter((script) => /\/generate(?:Operations|Resources)?\.ts$/.test(script))
      .map((script) => `node --conditions=@latchkey/source ${script}`)
      .join(' && '),
    fillIn(copy) {
      copy.edit(description, (text) => text.replace(/^duplicate:\n(?: .*\n|\n)*/m, () => pathItem))
      copy.edit(handlers, (text) =>
        text.replace(/^ {2}duplicate\(\) \{\n.*\n {2}\},\n/m, () => handler.replaceAll(/^(?=.)/gm, '  ')),
      )
      copy.edit(tests, () => testCode)
    },
    files: [handlers, `${operations}/generated/resources.ts`, tests, description],
  }
}
