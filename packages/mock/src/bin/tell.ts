/** Prints a line of the command itself to standard error. */
export const tell = (line: string): void => console.error(`latchkey-mock: ${line}`)

/** Says why the command fails, and lets the process end with an exit code. */
export function fail(exitCode: number, line: string): undefined {
  process.exitCode = exitCode
  tell(line)
}
