/** The parts of a module that CommonJS writes differently. */
export interface ReadModule {
  /** A function that runs the module. Each line has the number that it has in the module. */
  readonly body: string
  /** The modules of its static imports. */
  readonly imports: readonly string[]
  /** The modules of its imports by `import()`, as far as they are written there. */
  readonly laterImports: readonly string[]
  /** The names of its exports. */
  readonly exports: readonly string[]
}

// Each begins with a word, which is searched for much more quickly than what may be before it.
const importStatement =
  /import(?<=(?:^|[;}\n]|\*\/)import)(?:[ \n]?([\w$]+),?)??[ \n]?(?:\*as ([\w$]+)[ \n]?|\{([^{}"]*)\}[ \n]?)?(?:from[ \n]?)?"([\w@./:-]+)";?/g
const laterImport = /import(?<![\w$.]import)\((?=\s*(?:"([^"\n]+)"|\/\*))/g
const moduleUrl = /import\.meta\.url\b/g
const exportStatement = /export(?<=(?:^|[;}\n]|\*\/)export)\s*\{([^{}]*)\};?(?=\s*(?:\/\*|$))/g
const defaultExport = /export default(?<=(?:^|[;}\n]|\*\/)export default)(?= [\w$]+\(\);?\s*(?:\/\*|$))/g

/**
 * Makes a function of a module as the build writes it, whose white space is removed. No name that it exports changes
 * after the module has run, so an import is a constant. The build compares the lists with those of its bundler.
 */
export function readModule(source: string): ReadModule {
  const imports: string[] = []
  const laterImports: string[] = []
  const exports: string[] = []
  let first = ''
  const linesOf = (text: string) => text.replaceAll(/[^\n]+/g, '')
  const body = source
    .replaceAll(importStatement, (statement, ...parts: readonly string[]) => {
      const [name, namespace, names, specifier = ''] = parts
      imports.push(specifier)
      const module = `latchkeyLoad(${JSON.stringify(specifier)})`
      if (name) first += `const{default:${name}}=${module};`
      if (namespace) first += `const ${namespace}=${module};`
      if (names !== undefined)
        first += `const{${names.replaceAll(/[ \n]as[ \n]/g, ':').replaceAll('\n', '')}}=${module};`
      if (!name && !namespace && names === undefined) first += `${module};`
      return linesOf(statement)
    })
    .replaceAll(laterImport, (_, specifier?: string) => {
      if (specifier !== undefined) laterImports.push(specifier)
      return 'latchkeyLater('
    })
    .replaceAll(moduleUrl, 'latchkeyUrl')
    .replaceAll(exportStatement, (statement, names: string) => {
      const getters = names.split(',').flatMap((each) => {
        const [local = '', name = local] = each.trim().split(/[ \n]as[ \n]/)
        if (local === '') return []
        exports.push(name)
        return `${name}:{enumerable:true,get:()=>${local}}`
      })
      first = `Object.defineProperties(latchkeyExports,{${getters.join()}});${first}`
      return linesOf(statement)
    })
    .replaceAll(defaultExport, () => {
      exports.push('default')
      return 'latchkeyExports.default='
    })
  return {
    body: `(function(latchkeyExports,latchkeyLoad,latchkeyLater,latchkeyUrl){"use strict";${first}${body}\n})`,
    imports,
    laterImports,
    exports,
  }
}
