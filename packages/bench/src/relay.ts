import { join, step, type Box, type CeremonyResult, type PartySecrets, type Plan } from '@latchkey/ceremony'

const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))

/** The service's side of a room. It keeps the states of its parties as JSON between posts. */
function createRelay(plan: Plan, services: readonly PartySecrets[]) {
  const states = new Map(services.map((party) => [party.identity.keygenId, JSON.stringify(join(plan, party))]))
  const results: CeremonyResult[] = []
  let waiting: Box[] = []
  const takeFor = (keygenId: string) => {
    const boxes = waiting.filter(({ to }) => to === keygenId)
    waiting = waiting.filter(({ to }) => to !== keygenId)
    return boxes
  }
  const stepParty = ([keygenId, text]: [string, string]): boolean => {
    const state = JSON.parse(text) as ReturnType<typeof join>
    const boxes = takeFor(keygenId)
    if (state.isFinished || (state.step > 0 && boxes.length === 0)) return false
    const next = step(state, boxes, randomBytes)
    states.set(keygenId, JSON.stringify(next.state))
    waiting.push(...next.boxes)
    if (next.result) results.push(next.result)
    return true
  }
  return {
    results,
    post(from: string, body: string): string {
      waiting.push(...(JSON.parse(body) as Box[]))
      // Services wait for each other too.
      while ([...states].filter(stepParty).length > 0);
      return JSON.stringify(takeFor(from))
    },
  }
}

/**
 * Runs a room to its end: a client that posts its boxes, and the service's parties. @returns The results, the client's
 * first.
 */
export function playRoom(plan: Plan, client: PartySecrets, services: readonly PartySecrets[]): CeremonyResult[] {
  const relay = createRelay(plan, services)
  const { keygenId } = client.identity
  let turn = step(join(plan, client), [], randomBytes)
  while (!turn.result) {
    const answer = relay.post(keygenId, JSON.stringify(turn.boxes))
    turn = step(turn.state, JSON.parse(answer) as Box[], randomBytes)
  }
  if (turn.boxes.length > 0) relay.post(keygenId, JSON.stringify(turn.boxes))
  return [turn.result, ...relay.results]
}
