import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Card } from '../../components/Card.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Reading } from '../../components/Reading.tsx'
import type { Read } from '../../inspectorContext.ts'

interface ConfigurationListProps<Item> {
  readonly title: string
  /** The words for one of them: `'gate'`. */
  readonly noun: string
  readonly read: Read<unknown>
  readonly items: readonly Item[]
  /** Says what they are for, where there are none. */
  readonly empty: ComponentChildren
  /** A {@link ConfigurationRow} with a key. */
  row(item: Item): ComponentChildren
  /** The dialog that creates one. */
  creator(onClose: () => void): ComponentChildren
}

/** All records of a kind that configure an environment, and the way to a new one. */
export function ConfigurationList<Item>(props: ConfigurationListProps<Item>) {
  const { title, noun, read, items, empty, row, creator } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <Card
      title={title}
      flush
      actions={
        <button type="button" class="main" disabled={!read.data} onClick={() => setOpen(true)}>
          New {noun}…
        </button>
      }
    >
      <Reading of={read}>
        {() =>
          items.length === 0 ? (
            <Empty icon="configuration" title={`There is no ${noun}`}>
              <p>{empty}</p>
            </Empty>
          ) : (
            <ul class="list" aria-label={title}>
              {items.map(row)}
            </ul>
          )
        }
      </Reading>
      {isOpen && creator(() => setOpen(false))}
    </Card>
  )
}
