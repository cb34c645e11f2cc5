/** A real part does not answer as such a part, which may pass: it may still be starting. */
export class UnavailablePart extends TypeError {
  /** A sentence without secrets. */
  readonly problem: string

  constructor(name: string, problem: string, options?: ErrorOptions) {
    super(`Failed to attach ${name}: ${problem}`, options)
    this.problem = problem
  }
}
