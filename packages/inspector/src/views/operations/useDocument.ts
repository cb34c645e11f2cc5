import { useEffect, useState } from 'preact/hooks'
import { type Read, useInspector } from '../../inspectorContext.ts'
import type { Live } from '../../live/createLive.ts'
import { type OpenApiDocument, type Operation, operationsOf } from './operationsOf.ts'

interface ReadDocument {
  readonly document: OpenApiDocument
  readonly operations: readonly Operation[]
}

/** The document is large and does not change, so it is read once for a mock. */
const documents = new WeakMap<Live, Promise<ReadDocument>>()

/** Reads the OpenAPI document of the mock. */
export function useDocument(): Read<ReadDocument> {
  const { live } = useInspector()
  const [read, setRead] = useState<Read<ReadDocument>>({ data: undefined, error: undefined, isLoading: true })
  useEffect(() => {
    let isShown = true
    const show = (next: Read<ReadDocument>) => void (isShown && setRead(next))
    documentOf(live).then(
      (data) => show({ data, error: undefined, isLoading: false }),
      (error: Error) => show({ data: undefined, error, isLoading: false }),
    )
    return () => void (isShown = false)
  }, [live])
  return read
}

function documentOf(live: Live): Promise<ReadDocument> {
  const existing = documents.get(live)
  if (existing) return existing
  const reading = live.document().then((text) => {
    const document = text as OpenApiDocument
    return { document, operations: operationsOf(document) }
  })
  documents.set(live, reading)
  // It can be asked for again.
  reading.catch(() => documents.delete(live))
  return reading
}
