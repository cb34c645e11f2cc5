import { type OperationPlans, translateReply } from '@latchkey/names/messages'

const type = 'application/json'
/** The status whose body an event has: a refusal, or the reply that the stream takes the place of. */
const refusalStatus = 500
const event = /^event: (\w+)\ndata: (.*)$/gm

/** Spells the data of server-sent events. Each piece of the stream is a whole event. */
export function spellEvents(
  plans: OperationPlans,
  status: number,
  stream: ReadableStream<Uint8Array>,
): ReadableStream<Uint8Array> {
  const spell = (text: string) =>
    text.replace(event, (_, name: string, data: string) => {
      const spelled = translateReply(plans, name === 'error' ? refusalStatus : status, { type, text: data })
      return `event: ${name}\ndata: ${spelled}`
    })
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        controller.enqueue(new TextEncoder().encode(spell(new TextDecoder().decode(piece))))
      },
    }),
  )
}
