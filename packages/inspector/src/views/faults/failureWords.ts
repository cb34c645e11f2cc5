import type { ControlInput, PlannedFailure } from '../../live/control.ts'

type Kind = PlannedFailure['kind']
type RoomReason = ControlInput<'POST rooms/failNext'>['reason']

/** Failures besides those of operations, in the order of the form. */
export const failureKinds = [
  ['signIn', 'A sign-in at an identity provider'],
  ['room', 'A room of embedded wallets'],
  ['export', 'An export'],
  ['transfer', 'A transfer of an exchange'],
] as const satisfies readonly (readonly [Kind, string])[]

/** The ways in which a room fails. */
export const roomReasons = [
  ['party_left', 'A party of the service leaves'],
  ['share_invalid', 'A share does not verify'],
  ['expired', 'The room expires'],
] as const satisfies readonly (readonly [RoomReason, string])[]

const words: Readonly<Record<Kind, (name: string) => string>> = {
  signIn: (name) => `Sign-in at ${name}`,
  room: (name) => `Room of the kind ${name}`,
  export: () => 'Export',
  transfer: (name) => `Transfer of ${name}`,
}

/** Names a planned failure: `'Sign-in at google'`. */
export const wordsOfFailure = ({ kind, name = '' }: PlannedFailure): string => words[kind](name)
