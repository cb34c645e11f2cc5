/** The request cannot be carried out. The message says why and what to do instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export const methods = ['get', 'post', 'put', 'delete'] as const
export type Method = (typeof methods)[number]

/** An operation that is to be added. */
export interface OperationRequest {
  readonly resource: string
  readonly verb: string
  readonly method: Method
  /** URL template with `/api/v0`. */
  readonly url: string
  /** Names of the path parameters, in the order of the URL. */
  readonly parameters: readonly string[]
  /** Whether the operation takes a body. */
  readonly hasBody: boolean
  /** Whether the resource may be a new one. */
  readonly isNewResource: boolean
}

export const usage = `usage: pnpm new-operation <resource>.<verb> <method> <url> [--body] [--new-resource]

  <resource>.<verb>   the operation's id, both parts in camelCase: gates.duplicate
  <method>            ${methods.join(', ')}
  <url>               the URL template below /api/v0: /environments/{environmentId}/gates/{gateId}/duplicate
  --body              the operation takes a JSON body
  --new-resource      the resource does not exist yet: create its folder, tag and files`

const base = '/api/v0'
const name = '[a-z][a-zA-Z0-9]*'
const flags = new Set(['--body', '--new-resource'])
/** Words of the language that cannot name a variable. A resource names one. */
const reserved = new Set(
  'break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof new null return super switch this throw true try typeof var void while with yield let static await'.split(
    ' ',
  ),
)

/**
 * Reads the arguments of the command.
 *
 * @throws {@link UsageError}
 */
export function readRequest(argv: readonly string[]): OperationRequest {
  const unknownFlag = argv.find((argument) => argument.startsWith('-') && !flags.has(argument))
  if (unknownFlag !== undefined) throw new UsageError(`There is no option ${unknownFlag}.\n\n${usage}`)
  const [id, written, template, ...rest] = argv.filter((argument) => !flags.has(argument))
  if (id === undefined || written === undefined || template === undefined || rest.length > 0) {
    throw new UsageError(`An id, a method and a URL are needed.\n\n${usage}`)
  }

  const [resource, verb, ...more] = id.split('.')
  const isWord = (part: string | undefined) => part !== undefined && new RegExp(`^${name}$`).test(part)
  if (!isWord(resource) || !isWord(verb) || more.length > 0) {
    throw new UsageError(
      `"${id}" is not an operation id: write <resource>.<verb>, both in camelCase, such as gates.duplicate.`,
    )
  }
  if (reserved.has(resource!)) throw new UsageError(`"${resource}" is a word of JavaScript and cannot name a resource.`)
  if (resource === 'generated')
    throw new UsageError('"generated" is the folder of generated handlers: choose another name.')
  const method = methods.find((candidate) => candidate === written.toLowerCase())
  if (!method) throw new UsageError(`"${written}" is not a method: write ${methods.join(', ')}.`)

  const url = readUrl(template)
  const parameters = [...url.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter as string)
  const repeated = parameters.find((parameter, i) => parameters.indexOf(parameter) !== i)
  if (repeated !== undefined) throw new UsageError(`${url} has {${repeated}} twice.`)
  const hasBody = argv.includes('--body')
  if (hasBody && (method === 'get' || method === 'delete'))
    throw new UsageError(`A ${method} takes no body: leave --body out.`)
  return {
    resource: resource!,
    verb: verb!,
    method,
    url,
    parameters,
    hasBody,
    isNewResource: argv.includes('--new-resource'),
  }
}

function readUrl(template: string): string {
  const isElsewhere = /^\/api(\/|$)/.test(template) && !template.startsWith(`${base}/`)
  if (isElsewhere || !template.startsWith('/')) {
    throw new UsageError(
      `"${template}" is not below ${base}: write a path such as /environments/{environmentId}/gates.`,
    )
  }
  const url = template.startsWith(`${base}/`) ? template : base + template
  const segment = new RegExp(`^(${name}|\\{${name}\\})$`)
  const wrong = url
    .slice(base.length + 1)
    .split('/')
    .find((part) => !segment.test(part))
  if (wrong !== undefined) {
    throw new UsageError(
      `"${wrong}" in ${url} is not a segment: write words in camelCase and parameters such as {gateId}.`,
    )
  }
  return url
}
