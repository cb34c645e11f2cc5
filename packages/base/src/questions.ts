import { startStopwatch } from './clock.ts'
import { defined } from './defined.ts'

/** A part of the world outside that is real: it answers over the network. */
export interface Source {
  /** As people see it, without secrets: `chain 1`. That of its real part, whose uses are counted by it. */
  readonly name: string
  /** Answers questions that are asked at the same time, in their order. Never throws. */
  ask(questions: readonly Question[]): Promise<readonly Answer[]>
}

/** A question to a {@link Source}. Two with the same content are the same question. */
export interface Question {
  /** As the journal shows it, without secrets: `eth_call`. */
  readonly label: string
  /** JSON. */
  readonly content: unknown
}

export type Answer = { readonly value: unknown } | { readonly problem: string }

/** A question that was asked. */
export interface AskedQuestion {
  readonly source: string
  readonly label: string
  /** Milliseconds of real time from the beginning of the work until it was asked. */
  readonly afterMs: number
  /** Milliseconds of real time. Questions that were asked together have the same. */
  readonly durationMs: number
  readonly problem?: string
}

/** Thrown by a question whose answer is still to come. Its transaction is undone, and runs again with the answer. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered'
}

/** A real part of the world outside has not answered as it should. The message is a sentence for people. */
export class OutsideFailure extends Error {
  override readonly name = 'OutsideFailure'
}

/** The answers that a piece of work has got so far. It asks each question once, however often it runs. */
export interface Answers {
  /**
   * The answer to a question.
   *
   * @throws {@link Unanswered} when it has to be fetched first
   * @throws {@link OutsideFailure} when the source has failed
   */
  get(source: Source, question: Question): unknown
  /** Forgets what a source has answered, since it contradicts itself: the work asks anew. */
  forget(source: Source): void
  /** Whether answers have to be fetched before the work can end. */
  readonly isOpen: boolean
  /** Fetches what is open, at once. */
  fetch(): Promise<void>
  /** The questions so far, in the order in which they were asked. */
  readonly asked: readonly AskedQuestion[]
}

/** How often a piece of work may ask again after it has got answers. */
const maximumRounds = 32

/** @param note - Called with each question that was answered, or was not. */
export function createAnswers(note: (question: AskedQuestion) => void = () => undefined): Answers {
  const answered = new Map<Source, Map<string, Answer>>()
  const open = new Map<Source, Map<string, Question>>()
  const asked: AskedQuestion[] = []
  const sinceBeginning = startStopwatch()
  let rounds = 0

  async function fetchFrom(source: Source, questions: ReadonlyMap<string, Question>): Promise<void> {
    const afterMs = sinceBeginning()
    const elapsed = startStopwatch()
    const answers = await source.ask([...questions.values()])
    const durationMs = elapsed()
    const answersOfSource = partOf(answered, source)
    for (const [index, [key, { label }]] of [...questions].entries()) {
      const answer = answers[index] ?? { problem: `${source.name} has left a question unanswered.` }
      answersOfSource.set(key, answer)
      const question = {
        source: source.name,
        label,
        afterMs,
        durationMs,
        ...defined({ problem: 'problem' in answer ? answer.problem : undefined }),
      }
      asked.push(question)
      note(question)
    }
  }

  return {
    asked,
    get isOpen() {
      return open.size > 0
    },
    get(source, question) {
      const key = JSON.stringify(question.content)
      const answer = answered.get(source)?.get(key)
      if (!answer) {
        if (rounds >= maximumRounds)
          throw new OutsideFailure(`${source.name} was asked ${maximumRounds} times in turn.`)
        partOf(open, source).set(key, question)
        throw new Unanswered(`asks ${source.name} ${question.label}`)
      }
      if ('problem' in answer) throw new OutsideFailure(answer.problem)
      return answer.value
    },
    forget: (source) => void answered.delete(source),
    async fetch() {
      rounds += 1
      const round = [...open]
      open.clear()
      await Promise.all(round.map(([source, questions]) => fetchFrom(source, questions)))
    },
  }
}

function partOf<T>(parts: Map<Source, Map<string, T>>, source: Source): Map<string, T> {
  const part = parts.get(source) ?? new Map<string, T>()
  parts.set(source, part)
  return part
}

/**
 * Maps a list by a function that may ask. It goes on after a question whose answer is still to come, so that the
 * questions of the whole list are asked at once.
 *
 * @throws {@link Unanswered} after the last item
 */
export function mapAsking<T, R>(items: Iterable<T>, ask: (item: T) => R): R[] {
  const results: R[] = []
  let unanswered: Unanswered | undefined
  for (const item of items) {
    try {
      results.push(ask(item))
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error
      unanswered = error
    }
  }
  if (unanswered) throw unanswered
  return results
}

/** Whether a function that may ask is true for an item. The questions until the first such item are asked at once. */
export function someAsking<T>(items: Iterable<T>, ask: (item: T) => boolean): boolean {
  let unanswered: Unanswered | undefined
  for (const item of items) {
    try {
      if (ask(item)) return true
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error
      unanswered = error
    }
  }
  if (unanswered) throw unanswered
  return false
}

/** Whether a function that may ask is true for all items. */
export function everyAsking<T>(items: Iterable<T>, ask: (item: T) => boolean): boolean {
  return !someAsking(items, (item) => !ask(item))
}
