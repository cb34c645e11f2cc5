/** A command that has not passed. Its stack is the end of its output, in which there may be a line of the app. */
class CommandError extends Error {
  /** @param output - The last lines of the command. */
  constructor(sentence: string, output = '') {
    super(output === '' ? sentence : `${sentence}\n${output}`)
    this.stack = this.message
  }
}

/** A command whose exit code is not 0. */
export class CommandFailed extends CommandError {
  override readonly name = 'CommandFailed'
}

/** A command that a signal has ended, such as SIGSEGV. */
export class CommandCrashed extends CommandError {
  override readonly name = 'CommandCrashed'
}
