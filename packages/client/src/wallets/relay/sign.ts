import { publicKeyOf } from '@latchkey/ceremony'
import type { CeremonySignature, SignInput } from '../engine.ts'
import { signedMessageOf } from './digest.ts'
import { holdersOf, idsOf, missing } from './holders.ts'
import { perform } from './perform.ts'
import type { RelayedRoom } from './play.ts'
import { signPlan } from './signPlan.ts'

/** Computes the message that the parties sign. That of a PSBT depends on whose inputs it has. */
async function messageToSign(input: SignInput, publicKey: string): Promise<string> {
  const { chain, message, isFormatted } = input
  if (chain !== 'BTC' || isFormatted) return signedMessageOf(chain, input)
  const { digestOfPsbt } = await import('../bitcoin/psbts.ts')
  return digestOfPsbt(message, publicKey)
}

/** Signs with the maths of the room. */
export async function sign(relayed: RelayedRoom, input: SignInput): Promise<CeremonySignature> {
  const { room, shares } = input
  // The service brings as many parties as the threshold needs beside one of the user's.
  const { first } = holdersOf(shares, room.roomId)
  const { share, derivation } = first
  const message = await messageToSign(input, publicKeyOf(share.keySet, derivation))
  const clientIds = idsOf([first])
  const key = { keySet: share.keySet, derivation, clientIds, message }
  const joinRoom = async () => ({ plan: signPlan(room, await relayed.relay.join(clientIds), key), parties: [first] })
  const [result] = await perform(relayed, joinRoom)
  if (result?.kind !== 'signature') throw missing(room.roomId, 'The ceremony gave this device no signature.')
  const { signature, recovery, publicKey } = result
  return { signature, recovery, publicKey }
}
