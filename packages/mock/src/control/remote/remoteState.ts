import { jsonPieces } from '@latchkey/base/jsonPieces'
import { readJsonStream } from '@latchkey/base/readJsonStream'
import type { ControlCaller } from '@latchkey/contract/controlCaller'
import type { MockExport } from '../objects/stateControl.ts'
import { stateLevels, withTextLimit } from '../objects/stateText.ts'
import type { RemoteControl } from './remoteMock.ts'

type State = Pick<RemoteControl, 'export' | 'exportStream' | 'import' | 'importStream'>

/** The functions of the control object that read and replace the whole state, which may be longer than any text of V8. */
export function remoteState(open: ControlCaller['open']): State {
  const exportStream = async () => {
    const { body } = await open('GET state')
    if (!body) throw new TypeError('Failed to call "exportStream()": the answer has no body.')
    return body
  }
  const importBody = async (body: Blob) => void (await open('POST state', body))
  return {
    exportStream,
    export: async () => withTextLimit((await readJsonStream(await exportStream(), stateLevels)) as MockExport),
    import: (data) => importBody(new Blob([...jsonPieces(data, stateLevels)])),
    // A page cannot send a stream over HTTP/1.1.
    importStream: async (stream) => importBody(await new Response(stream).blob()),
  }
}
