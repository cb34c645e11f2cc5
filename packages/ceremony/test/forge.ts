import type { Message } from '../src/ceremonies/messages.ts'
import type { Identity } from '../src/parties/identity.ts'
import { open, pairwiseKey, seal, type Box } from '../src/parties/sealedMessages.ts'
import { seededBytes } from './seededBytes.ts'

const randomBytes = seededBytes('forge')

/**
 * Carries boxes as a party that lies would have sealed them: opens those of a step and changes the message in them.
 *
 * @param liar - The sender, who knows the key of the box.
 */
export function forge(
  roomId: string,
  { liar, step }: { liar: Identity; step: number },
  change: (message: Message) => Message,
) {
  return (box: Box): Box => {
    if (box.from !== liar.keygenId || box.step !== step) return box
    const key = pairwiseKey(liar, box.to)
    const [planDigest, message] = JSON.parse(open(key, roomId, box)) as [string, Message]
    const { from, to } = box
    return seal(
      key,
      { roomId, address: { step, from, to }, text: JSON.stringify([planDigest, change(message)]) },
      randomBytes,
    )
  }
}
