import type { FormRefusal } from '../../formRefusal.ts'

/** Says in a row of a list why a change of it was refused. */
export function RowRefusal({ refusal: { rest } }: { refusal: FormRefusal }) {
  if (rest === undefined) return null
  return (
    <small class="refused text" role="alert">
      {rest}
    </small>
  )
}
