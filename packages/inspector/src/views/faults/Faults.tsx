import { ViewHead } from '../../components/ViewHead.tsx'
import { ChanceForm } from './ChanceForm.tsx'
import { FailureForm } from './FailureForm.tsx'
import { FaultForm } from './FaultForm.tsx'
import { HitRequests } from './HitRequests.tsx'
import { PlannedFailures } from './PlannedFailures.tsx'
import { SetFaults } from './SetFaults.tsx'

/** Makes operations and other things fail, and shows what is set to fail and what has failed by it. */
export function Faults() {
  return (
    <div class="view">
      <ViewHead title="Faults" />
      <div class="columns">
        <div class="stack wide">
          <FaultForm />
          <FailureForm />
        </div>
        <div class="stack wide">
          <SetFaults />
          <ChanceForm />
          <PlannedFailures />
          <HitRequests />
        </div>
      </div>
    </div>
  )
}
