import { urlAt } from '@latchkey/base/baseUrl'
import { loadContract } from '../comparison/contract.ts'
import { askTarget } from '../effects/askTarget.ts'
import { readKept } from '../recording/keptFields.ts'
import { type AskTarget, pathOf, readEnvironment } from '../recording/readEnvironment.ts'
import { scenarioOf } from '../recording/scenarioOf.ts'
import { rightsOf, type TokenRights } from '../recording/tokenRights.ts'
import { commandHelp, helpFlag } from './commandHelp.ts'
import { loadDeploymentNames } from './loadNamesFile.ts'
import { tryOutputFile } from './outputFile.ts'
import { parseFlags } from './parseFlags.ts'
import { assertOtherFile, inputFilesOf } from './sameFile.ts'
import { readTarget, readTimeout, targetFlags } from './targetFlags.ts'
import { keepFlag, leftOutLines, scenarioFlags, writeScenario } from './writeScenario.ts'

const flags = {
  target: targetFlags.target,
  environment: { type: 'string', hint: 'id', help: 'The environment to read.' },
  ...scenarioFlags,
  token: {
    type: 'string',
    hint: 'token',
    help: 'An API token that can only read: of the environment, or of a member, who also sees custom networks. Or set LATCHKEY_TOKEN.',
  },
  people: { type: 'boolean', help: 'Take users and entries of allowlists, as placeholders.' },
  'allow-writing-token': {
    type: 'boolean',
    help: 'Accept a token that can write, or that does not show what it can do.',
  },
  timeout: { type: 'string', hint: 'seconds', help: 'How long a reply may take. Default 30.' },
  names: {
    type: 'string',
    hint: 'file',
    help: 'How the deployment spells the interface, if not as the OpenAPI document does.',
  },
  ...keepFlag,
  ...helpFlag,
} as const

const helpText = () =>
  commandHelp({
    about:
      'Reads an environment of a real deployment, and writes it as a scenario that a mock plays. It sends only GET requests. Placeholders stand for all texts of the deployment, so you can show the scenario to anybody.',
    usage: 'pull --target <url> --environment <id> --scenario <file> [flags]',
    flags,
  })

/**
 * Runs `latchkey-mock pull`.
 *
 * @throws TypeError with one line that says what is wrong with the arguments, the token or the target
 */
export async function runPull(args: readonly string[], env: Readonly<Record<string, string | undefined>>) {
  const options = readFlags(args, env)
  if (!options) return console.log(helpText())
  const { token, environmentId, file, people, isWritingAllowed, isKept, overwrite } = options
  await tryOutputFile({ flag: '--scenario', file, overwrite })
  const askForText = await createAsk(options)
  const ask: AskTarget = async (path) => {
    const { status, text } = await askForText(path)
    return { status, body: status === 200 ? readJson(text, path) : undefined }
  }
  const organizations = await ask(pathOf('organizations.list'))
  if (organizations.status === 401) await assertAccepted(ask, environmentId)
  const rights = await rightsOf(ask, organizations.body, { environmentId, token })
  if (!isWritingAllowed) assertReadOnly(rights)
  const organizationId = await organizationOf(ask, organizations.body, environmentId)
  const { reads, refused } = await readEnvironment(ask, { environmentId, organizationId, people })
  const recorded = scenarioOf(await loadContract(), reads, isKept)
  await writeScenario(file, recorded.scenario)
  console.log(
    [
      `Wrote ${file}. Play it by: latchkey-mock --scenario ${file}`,
      ...refused.map(({ operation, status }) => `  ${operation} answered ${status}, so it is not in the scenario.`),
      ...leftOutLines(recorded),
    ].join('\n'),
  )
}

interface TargetOptions {
  readonly target: URL
  readonly token: string
  readonly timeoutMs: number
  readonly namesFile: string | undefined
}

/** Asks the deployment for paths of the document, under whatever names it has. */
async function createAsk({ target, token, timeoutMs, namesFile }: TargetOptions) {
  const ask = (path: string) => askTarget(urlAt(target, path), { token, timeoutMs })
  if (namesFile === undefined) return ask
  const [names, { askSpelled }] = await Promise.all([
    loadDeploymentNames(namesFile),
    import('../recording/askSpelled.ts'),
  ])
  return askSpelled(names, ask)
}

function readFlags(args: readonly string[], env: Readonly<Record<string, string | undefined>>) {
  const values = parseFlags(args, flags)
  if (values.help) return undefined
  const { token = env.LATCHKEY_TOKEN ?? '', environment, scenario, people = false, keep = [], timeout = '30' } = values
  const target = readTarget(values.target)
  if (environment === undefined) throw new TypeError('--environment is missing: --environment <id>.')
  if (scenario === undefined) throw new TypeError('--scenario is missing: --scenario <file>.')
  if (!scenario.endsWith('.json')) throw new TypeError(`--scenario takes a file that ends in .json, not "${scenario}".`)
  assertOtherFile({ flag: '--scenario', file: scenario }, inputFilesOf(values, ['names']))
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new TypeError('--token is missing, or is not a token: --token <token>, or the variable LATCHKEY_TOKEN.')
  return {
    target,
    token,
    environmentId: environment,
    file: scenario,
    people,
    isWritingAllowed: values['allow-writing-token'] ?? false,
    timeoutMs: readTimeout(timeout),
    namesFile: values.names,
    isKept: readKept(keep),
    overwrite: values.overwrite,
  }
}

function readJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The cause would quote the reply.
    throw new TypeError(`The target answered no JSON at ${path.split('/', 4).join('/')}. Is --target right?`)
  }
}

/** @throws TypeError for a token that is neither of a member nor of the environment */
async function assertAccepted(ask: AskTarget, environmentId: string): Promise<void> {
  const { status } = await ask(pathOf('environments.get', { environmentId }))
  if (status === 401)
    throw new TypeError(
      'The target refuses the token (401). Give one of this deployment that is neither deleted nor expired, by --token or LATCHKEY_TOKEN.',
    )
}

/** @throws TypeError for a token that can change something, or may be able to. */
function assertReadOnly(rights: TokenRights): void {
  const wayOut = 'Use a token that can only read, or add --allow-writing-token: pull sends GET requests only.'
  if (rights.kind === 'writes') throw new TypeError(`This token can write (${rights.by.join(', ')}). ${wayOut}`)
  if (rights.kind === 'unknown')
    throw new TypeError(`The target does not show what this token can do (scope environment.apiTokens.read). ${wayOut}`)
}

/** The organization of an environment, among those of a member. */
async function organizationOf(
  ask: AskTarget,
  organizations: unknown,
  environmentId: string,
): Promise<string | undefined> {
  const { organizations: all = [] } = Object(organizations) as { readonly organizations?: readonly { id?: unknown }[] }
  for (const { id } of all) {
    const { status, body } = await ask(pathOf('projects.list', { organizationId: String(id) }))
    if (status === 200 && JSON.stringify(body).includes(JSON.stringify(environmentId))) return String(id)
  }
  return undefined
}
