import { type ReadonlySignal, signal } from '@preact/signals'
import { after } from './platform.ts'

interface Notice {
  readonly id: number
  readonly kind: 'done' | 'failed'
  readonly text: string
}

/** Short messages below the view: what an action has done, or why it failed. */
export interface Notices {
  readonly list: ReadonlySignal<readonly Notice[]>
  done(text: string): void
  /** Stays until it is dismissed. */
  failed(error: unknown): void
  dismiss(id: number): void
}

const visibleMs = 5000

export function createNotices(): Notices {
  const list = signal<readonly Notice[]>([])
  let id = 0
  const dismiss = (id: number) => void (list.value = list.value.filter((notice) => notice.id !== id))
  const add = (kind: Notice['kind'], text: string) => {
    id += 1
    list.value = [...list.value.slice(-3), { id, kind, text }]
    return id
  }
  return {
    list,
    done(text) {
      const added = add('done', text)
      after(visibleMs, () => dismiss(added))
    },
    failed: (error) => void add('failed', error instanceof Error ? error.message : String(error)),
    dismiss,
  }
}
