import { Field } from '../../../components/Field.tsx'
import { type GateRule, nameOfField } from './gateForm.ts'

interface RuleFieldsProps {
  readonly index: number
  /** Absent for a new one. */
  readonly rule: GateRule | undefined
  /** Absent for the only one. */
  readonly onRemove: (() => void) | undefined
}

const types = [
  ['token', 'Fungible token'],
  ['nft', 'NFT'],
] as const

/** The chains whose holdings the service reads. `ETH` is an older name of `EVM`. */
const chains = [
  ['EVM', 'EVM'],
  ['SOL', 'SOL'],
  ['ETH', 'ETH'],
] as const

/** The fields of one holding that a gate asks for. */
export function RuleFields({ index, rule, onRemove }: RuleFieldsProps) {
  const at = (field: Parameters<typeof nameOfField>[1]) => nameOfField(index, field)
  return (
    <fieldset class="configuration-part">
      <legend>Rule {index + 1}</legend>
      <div class="fields">
        <Field name={at('type')} label="What is held" options={types} value={rule?.type} />
        <Field name={at('chain')} label="Chain" options={chains} value={rule?.chain ?? 'EVM'} />
        <Field
          name={at('address.networkId')}
          label="Network id"
          inputMode="numeric"
          value={String(rule?.address.networkId ?? 1)}
        />
        <Field name={at('address.contractAddress')} label="Contract" value={rule?.address.contractAddress} />
        <Field
          name={at('filter.amount')}
          label="Least amount (optional)"
          inputMode="numeric"
          placeholder="1"
          value={rule?.filter?.amount === undefined ? '' : String(rule.filter.amount)}
        />
        <Field
          name={at('filter.tokenId')}
          label="One NFT of them (optional)"
          placeholder="0x2a"
          value={rule?.filter?.tokenId}
        />
      </div>
      {onRemove && (
        <div class="row">
          <button type="button" class="quiet danger" onClick={onRemove}>
            Remove rule {index + 1}
          </button>
        </div>
      )}
    </fieldset>
  )
}
