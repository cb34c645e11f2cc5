/** The oldest Node that the package is tested on: `engines` of its package.json, as a test sees to. */
export const oldestNode = '20.19'

/**
 * Says which Node is needed, on one that lacks what the package uses: files would fail there with errors of their own,
 * such as a SyntaxError.
 *
 * @returns `undefined` on a platform that is new enough, or is not Node.
 */
export function nodeProblem(): string | undefined {
  const { process } = globalThis as { process?: Partial<NodeJS.Process> }
  const version = process?.versions?.node
  // The newest of what the package needs from the start. Bun and Deno have it, and the version of a Node.
  if (version === undefined || process?.getBuiltinModule) return undefined
  return `Node ${oldestNode} or later is needed, and this is Node ${version}.`
}
