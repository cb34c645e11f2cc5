/** The classes of jsdom's window whose objects pages give to fetch, or get from it. */
export type JsdomWindow = Pick<
  typeof globalThis,
  'AbortController' | 'AbortSignal' | 'Blob' | 'File' | 'FileReader' | 'FormData' | 'URLSearchParams'
>

/** The parts of fetch that jsdom lacks. */
export interface JsdomFetch {
  readonly fetch: typeof globalThis.fetch
  readonly Request: typeof Request
  readonly Response: typeof Response
}

/**
 * Makes Node's fetch fit into a page of jsdom. Node takes only its own signals, forms and blobs, and jsdom's classes,
 * such as `FileReader`, do not know Node's objects. So objects are converted on their way in and out.
 */
export function createJsdomFetch(window: JsdomWindow): JsdomFetch {
  class PageRequest extends Request {
    #signal?: AbortSignal

    constructor(input: RequestInfo | URL, init?: RequestInit) {
      super(input, toNodeInit(window, init))
    }

    override get signal(): AbortSignal {
      return (this.#signal ??= followSignal(super.signal, new window.AbortController()))
    }

    override async blob(): Promise<Blob> {
      return toPageBlob(window, await super.blob())
    }

    override async formData(): Promise<FormData> {
      return toPageForm(window, await super.formData())
    }

    override clone(): PageRequest {
      return new PageRequest(super.clone())
    }
  }

  class PageResponse extends Response {
    constructor(body?: BodyInit | null, init?: ResponseInit) {
      const { body: nodeBody, type } = toNodeBody(window, body)
      super(nodeBody, { ...init, headers: withType(init?.headers, type) ?? {} })
    }

    static override json(data: unknown, init?: ResponseInit): PageResponse {
      return toPageResponse(super.json(data, init))
    }

    static override error(): PageResponse {
      return toPageResponse(super.error())
    }

    static override redirect(url: string | URL, status?: number): PageResponse {
      return toPageResponse(super.redirect(url, status))
    }

    override async blob(): Promise<Blob> {
      return toPageBlob(window, await super.blob())
    }

    override async formData(): Promise<FormData> {
      return toPageForm(window, await super.formData())
    }

    override clone(): PageResponse {
      return toPageResponse(super.clone())
    }
  }

  // Node has no way to make such an object from another response without losing its URL and type.
  const toPageResponse = (response: Response): PageResponse => Object.setPrototypeOf(response, PageResponse.prototype)

  return {
    Request: PageRequest,
    Response: PageResponse,
    fetch: async (input, init) => toPageResponse(await globalThis.fetch(new PageRequest(input, init))),
  }
}

/** The bytes of a blob. jsdom's have no other way to read them. */
export function readPageBlob({ FileReader }: JsdomWindow, blob: Blob): Promise<ArrayBuffer> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as ArrayBuffer))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsArrayBuffer(blob)
  })
}

function toNodeInit(window: JsdomWindow, init: RequestInit | undefined): RequestInit | undefined {
  if (!init) return init
  const { body, type } = toNodeBody(window, init.body)
  const signal = init.signal instanceof window.AbortSignal ? toNodeSignal(init.signal) : init.signal
  // Node refuses `keepalive` beside a stream, and does nothing else with it.
  const stream = body instanceof ReadableStream ? { duplex: 'half', keepalive: false } : {}
  return { ...init, ...stream, body: body ?? null, signal: signal ?? null, headers: withType(init.headers, type) ?? {} }
}

const toNodeSignal = (signal: AbortSignal): AbortSignal => followSignal(signal, new AbortController())

/** A signal of another realm, which aborts when this one does. */
function followSignal(signal: AbortSignal, controller: AbortController): AbortSignal {
  const abort = () => controller.abort(signal.reason)
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return controller.signal
}

interface NodeBody {
  readonly body: BodyInit | null | undefined
  /** The content type that goes with it. */
  readonly type?: string
}

function toNodeBody(window: JsdomWindow, body: BodyInit | null | undefined): NodeBody {
  if (body instanceof window.URLSearchParams) return { body: new URLSearchParams(String(body)) }
  const blob = body instanceof window.FormData ? toMultipart(window, body) : body
  if (!(blob instanceof window.Blob)) return { body }
  const bytes = new ReadableStream({
    async start(controller) {
      controller.enqueue(new Uint8Array(await readPageBlob(window, blob)))
      controller.close()
    },
  })
  return { body: bytes, type: blob.type }
}

function withType(init: HeadersInit | undefined, type: string | undefined): HeadersInit | undefined {
  if (!type) return init
  const headers = new Headers(init)
  if (!headers.has('content-type')) headers.set('content-type', type)
  return headers
}

/** @see https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
function toMultipart({ Blob }: JsdomWindow, form: FormData): Blob {
  // Node draws a boundary for each form.
  const type = new Response(new FormData()).headers.get('content-type') ?? ''
  const boundary = type.split('boundary=')[1]
  const quote = (text: string) => `"${text.replace(/\r\n?|\n/g, '%0D%0A').replaceAll('"', '%22')}"`
  const parts = Array.from(form, ([name, value]) => {
    const disposition = `--${boundary}\r\ncontent-disposition: form-data; name=${quote(name)}`
    return typeof value === 'string'
      ? [`${disposition}\r\n\r\n${value.replace(/\r\n?|\n/g, '\r\n')}\r\n`]
      : [
          `${disposition}; filename=${quote(value.name)}\r\n`,
          `content-type: ${value.type || 'application/octet-stream'}\r\n\r\n`,
          value,
          '\r\n',
        ]
  })
  return new Blob([...parts.flat(), `--${boundary}--\r\n`], { type })
}

async function toPageBlob({ Blob }: JsdomWindow, blob: Blob): Promise<Blob> {
  return new Blob([await blob.arrayBuffer()], { type: blob.type })
}

async function toPageForm({ FormData, File }: JsdomWindow, form: FormData): Promise<FormData> {
  const pageForm = new FormData()
  for (const [name, value] of form)
    if (typeof value === 'string') pageForm.append(name, value)
    else pageForm.append(name, new File([await value.arrayBuffer()], value.name, { type: value.type }))
  return pageForm
}
