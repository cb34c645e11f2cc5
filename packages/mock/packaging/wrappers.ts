import ts from 'typescript'

/** An entry as the compiler sees it. */
interface Entry {
  /** As programs import it. */
  readonly name: string
  readonly module: ts.Symbol
  readonly checker: ts.TypeChecker
  /** Whether a file is of the packages that are tested. */
  isOwn(file: string): boolean
}

/**
 * Prints a module that exports all that an entry has, as a library does that wraps it: each function, its result and
 * its arguments, and each property of each type, with its result. Thus the compiler writes every type that they
 * mention.
 */
export function printWrappers({ name, module, checker, isOwn }: Entry): string {
  const values = [`import * as entry from '${name}'`, ...wrapModule(module, 'entry')]
  return values.map((line, index) => (index === 0 ? line : `export const wrapped_${index} = ${line}`)).join('\n')

  function wrapModule(symbol: ts.Symbol, reference: string): readonly string[] {
    return checker.getExportsOfModule(symbol).flatMap((exported) => {
      const target = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
      const inner = `${reference}.${exported.name}`
      if (!isDeclaredHere(target)) return []
      if (target.flags & ts.SymbolFlags.ValueModule) return wrapModule(target, inner)
      const isTyped = isValue(exported, target)
      // A resource is an entry itself, which has the rest.
      if (reference !== 'entry') return isTyped ? resultOf(target, inner) : []
      return [
        ...(isTyped ? wrapValue(target, inner) : []),
        ...(target.flags & ts.SymbolFlags.Type ? wrapType(target, inner) : []),
      ]
    })
  }

  function isDeclaredHere({ declarations = [] }: ts.Symbol): boolean {
    return declarations.some((declaration) => isOwn(declaration.getSourceFile().fileName))
  }

  function isValue(exported: ts.Symbol, target: ts.Symbol): boolean {
    const isTypeOnly = exported.declarations?.some(ts.isTypeOnlyImportOrExportDeclaration)
    return Boolean(target.flags & ts.SymbolFlags.Value) && !isTypeOnly
  }

  function wrapValue(symbol: ts.Symbol, reference: string): readonly string[] {
    const type = checker.getTypeOfSymbol(symbol)
    const calls = type.getCallSignatures()
    const constructors = type.getConstructSignatures().filter(({ declaration }) => isOwnNode(declaration))
    return [
      reference,
      ...resultOf(symbol, reference),
      ...argumentsOf(calls.at(-1), `Parameters<typeof ${reference}>`),
      ...argumentsOf(constructors.at(-1), `ConstructorParameters<typeof ${reference}>`),
    ]
  }

  function resultOf(symbol: ts.Symbol, reference: string): readonly string[] {
    return callOf(checker.getTypeOfSymbol(symbol).getCallSignatures()[0], `() => ${reference}`)
  }

  function isOwnNode(node: ts.Node | undefined): boolean {
    return node !== undefined && isOwn(node.getSourceFile().fileName)
  }

  function wrapType(symbol: ts.Symbol, reference: string): readonly string[] {
    const count = Math.max(...(symbol.declarations ?? []).map(typeParametersOf))
    const name = count > 0 ? `${reference}<${Array(count).fill('any').join(', ')}>` : reference
    const properties = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))
    return properties
      .filter((property) => isDeclaredHere(property) && !/^(?:__@|__#|#)/.test(property.name))
      .flatMap((property) => {
        const value = `(it: ${name}) => it[${JSON.stringify(property.name)}]`
        const [call] = checker.getNonNullableType(checker.getTypeOfSymbol(property)).getCallSignatures()
        return [value, ...callOf(call, `${value}!`)]
      })
  }

  /** A call with arguments of any type, so that the result has what its type mentions in each case. */
  function callOf(signature: ts.Signature | undefined, callee: string): readonly string[] {
    if (!signature) return []
    const types = signature.parameters.map((parameter) => checker.getTypeOfSymbol(parameter))
    const isRest = signature.parameters.map(isRestParameter)
    // Without a list there is no such argument. The property itself has the result, too.
    if (types.some((type, index) => isRest[index] && !checker.isArrayType(type))) return []
    const values = types.map((type, index) => (isRest[index] ? '...[]' : `null as ${isNever(type) ? 'never' : 'any'}`))
    return [`${callee}(${values.join(', ')})`]
  }

  function isNever(type: ts.Type): boolean {
    return Boolean((checker.getBaseConstraintOfType(type) ?? type).flags & ts.TypeFlags.Never)
  }
}

/** The arguments of a function, by the type that has them as a tuple. */
function argumentsOf(signature: ts.Signature | undefined, tuple: string): readonly string[] {
  const parameters = (signature?.parameters ?? []).filter((parameter) => !isRestParameter(parameter))
  return parameters.map((_, index) => `(given: ${tuple}) => given[${index}]`)
}

function isRestParameter({ valueDeclaration: node }: ts.Symbol): boolean {
  return node !== undefined && ts.isParameter(node) && node.dotDotDotToken !== undefined
}

function typeParametersOf(node: ts.Declaration): number {
  const isGeneric = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node)
  return isGeneric ? (node.typeParameters?.length ?? 0) : 0
}
