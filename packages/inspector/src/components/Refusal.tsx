import type { FormRefusal } from '../formRefusal.ts'

/** Shows the part of a refusal that concerns none of a form's fields. It is read out as soon as it appears. */
export function Refusal({ refusal }: { refusal: FormRefusal | undefined }) {
  if (refusal?.rest === undefined) return null
  return (
    <p class="remark bad text" role="alert">
      {refusal.rest}
    </p>
  )
}
