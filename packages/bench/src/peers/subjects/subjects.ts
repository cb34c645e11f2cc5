import type { ChainSubject, UserSubject } from '../subject.ts'
import { anvil, tevm } from './chains.ts'
import { emulate } from './emulate.ts'
import { firebase } from './firebase.ts'
import { ourChain, ours, oursUnchecked, oursWithoutJournal, oursWithoutStrict } from './ours.ts'
import { prism } from './prism.ts'
import { workos } from './workos.ts'

/** The identity services, in the order of their columns. */
export const userSubjects: readonly UserSubject[] = [ours, workos, emulate, firebase, prism]

/** Ours with less to do, in the order of their columns. */
export const variants: readonly UserSubject[] = [oursWithoutStrict, oursWithoutJournal, oursUnchecked]

/** The nodes, in the order of their columns. */
export const chainSubjects: readonly ChainSubject[] = [ourChain, anvil, tevm]
