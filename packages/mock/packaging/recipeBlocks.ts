/** A block of code of a page. */
interface Block {
  readonly language: string
  readonly text: string
  /** The file that its first line names. */
  readonly path?: string | undefined
}

/** A file of a recipe, or all of its loose blocks as one. */
export interface Module {
  readonly path: string
  readonly text: string
  /** Whether it is written in JavaScript, and so without the types of parameters. */
  readonly isScript: boolean
}

/** The blocks of TypeScript and JavaScript. Those of one component file, such as Vue's, have compilers of their own. */
function blocksOf(markdown: string): Block[] {
  return Array.from(markdown.matchAll(/^```(tsx?|jsx?|mjs)\n(.*?)^```/gms), ([, language = '', text = '']) => ({
    language,
    text,
    path: /^\/\/ ([\w./[\]-]+\.\w+)\n/.exec(text)?.[1],
  }))
}

/**
 * The modules of a page: its files, and one of the blocks without a name, in which each block sees what those before it
 * declare, as the reader does.
 *
 * @param declarations - What the loose blocks take for granted, as TypeScript.
 */
export function modulesOf(markdown: string, declarations: string): Module[] {
  const blocks = blocksOf(markdown)
  const files = blocks.flatMap(({ path, text }) => (path ? [{ path, text, isScript: /\.[cm]?jsx?$/.test(path) }] : []))
  const loose = blocks.filter(({ path }) => !path)
  if (loose.length === 0) return files
  const isScript = loose.some(({ language }) => !language.startsWith('ts'))
  const extension = loose.some(({ language }) => language.endsWith('x')) ? 'tsx' : 'ts'
  return [...files, { path: `loose.${extension}`, text: nest(loose, declarations), isScript }]
}

const named = /^import (type )?\{([^}]+)\} from (.*)$/gm

/** Imports of several blocks, each name once, and then the blocks inside of one another. */
function nest(blocks: readonly Block[], declarations: string): string {
  const imports = new Map<string, string>()
  const bodies = blocks.map(({ text }, index) => {
    const others: string[] = []
    const take = (name: string, line: string, from: string): string => {
      // Two modules may have a function of one name, and each block means its own.
      if (imports.has(name) && imports.get(name) !== line)
        others.push(`const ${name} = (await import(${from.split(' with ')[0]})).${name}`)
      else imports.set(name, line)
      return ''
    }
    return text
      .replaceAll(named, (line) => {
        const [, type = '', names = '', from = ''] = new RegExp(named.source).exec(line) ?? []
        for (const name of names.split(',').map((text) => text.trim()))
          if (name) take(name, `import ${type}{ ${name} } from ${from}`, from)
        return ''
      })
      .replaceAll(/^import (\w+) from (.*)$/gm, (line, name: string, from: string) => take(name, line, from))
      .replaceAll(/^import .*$/gm, (line) => take(line, line, line))
      .replaceAll(/^export default /gm, `const exported${index} = `)
      .replaceAll(/^export (?=const|function|async|class)/gm, '')
      .replace(/^/, `{\n${others.join('\n')}\n`)
  })
  return `${[...imports.values(), declarations].join('\n')}\nexport {}\n${bodies.join('')}${'}'.repeat(bodies.length)}\n`
}
