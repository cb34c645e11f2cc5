import type { ComponentChildren } from 'preact'

interface TableProps {
  /** The names of the columns. */
  readonly columns: readonly string[]
  /** Those of the columns that have numbers. */
  readonly numbers: readonly string[]
  /** The rows. */
  readonly children: ComponentChildren
}

/** A table below the names of its columns. */
export function Table({ columns, numbers, children }: TableProps) {
  return (
    <table>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col" class={numbers.includes(name) ? 'number' : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
