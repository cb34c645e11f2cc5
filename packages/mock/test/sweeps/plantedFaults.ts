import type { SweepOutcome } from '../../src/sweep/playCase.ts'

/** How a sweep finds a fault: by a case, with its outcome. */
interface Finding {
  readonly name: string
  readonly outcome: SweepOutcome
}

/** Faults that apps have, each with a case that finds it. */
export const plantedFaults = {
  'does not catch a sending': { name: 'emailSignIn.create: there is no connection', outcome: 'unhandled' },
  'does not catch a sign-in': { name: 'emailSignIn.signIn: another tab did the same first', outcome: 'unhandled' },
  'does not catch a rename': { name: 'profile.update: the session has ended', outcome: 'unhandled' },
  'does not catch a payment': { name: 'wallet.connect: the person refuses', outcome: 'unhandled' },
  'does not catch a sign-out': { name: 'sessions.revoke: there is no connection', outcome: 'unhandled' },
  'waits after a sending': { name: 'emailSignIn.create: the rate limit is reached', outcome: 'silent' },
  'waits after a sign-in': { name: 'emailSignIn.signIn: an hour has passed', outcome: 'silent' },
  'waits after a rename': { name: 'profile.update: 500 internal_server_error', outcome: 'silent' },
  'waits after a payment': { name: 'chains.eth_sendRawTransaction: the account has no balance', outcome: 'silent' },
  'says nothing of a rename': { name: 'profile.update: a proxy answers a page', outcome: 'silent' },
  'goes white at the sign-in': { name: 'profile.get: there is no connection', outcome: 'blank' },
  'goes white at a rename': { name: 'profile.update: a proxy answers a page', outcome: 'blank' },
  'signs in again and again': { name: 'emailSignIn.signIn: the rate limit is reached', outcome: 'loops' },
  'reads again and again': { name: 'profile.get: there is no connection any more', outcome: 'loops' },
  'renames again and again': { name: 'profile.update: the token has expired', outcome: 'loops' },
  'polls without an end': { name: 'profile.get: the session has ended', outcome: 'loops' },
  'signs in without a time limit': { name: 'emailSignIn.signIn: the reply never ends', outcome: 'silent' },
  'reads without a time limit': { name: 'profile.get: the reply never ends', outcome: 'silent' },
  'renames without a time limit': { name: 'profile.update: the reply never ends', outcome: 'silent' },
  'stays signed in': { name: 'profile.update: the session has ended', outcome: 'stale' },
  'takes a used code for a success': { name: 'emailSignIn.signIn: another tab did the same first', outcome: 'stale' },
  'reads the page of a proxy as JSON': { name: 'profile.get: a proxy answers a page', outcome: 'unhandled' },
  'reads half of a reply': { name: 'profile.get: the reply breaks off', outcome: 'unhandled' },
  'throws in a timer': { name: 'profile.update: the user was deleted', outcome: 'unhandled' },
  'shows the reply as it is': { name: 'emailSignIn.signIn: an hour has passed', outcome: 'fails' },
  'blames the code for the network': { name: 'emailSignIn.signIn: there is no connection', outcome: 'fails' },
  'shows a name before it is kept': { name: 'profile.update: the session has ended', outcome: 'passes' },
  'pays again after a lost reply': { name: 'chains.eth_sendRawTransaction: the reply is lost', outcome: 'passes' },
  'takes a refused payment for a paid one': { name: 'wallet.transaction: the person refuses', outcome: 'passes' },
  'waits for a person who has refused': { name: 'wallet.transaction: the person refuses', outcome: 'silent' },
  'waits for a receipt without an end': {
    name: 'chains.eth_getTransactionReceipt: the transaction is gone after a reorganization',
    outcome: 'silent',
  },
} as const satisfies Readonly<Record<string, Finding>>

export type PlantedFault = keyof typeof plantedFaults
