/** Budget fields. The cost is reserved before each call, so that limits hold with any number of concurrent calls. */
import type { AiFieldsProps } from './ai-draft.ts';
import { NumberField } from './number-field.tsx';
import styles from '../../../parts/actions/form.module.css';

export function BudgetFields(fields: AiFieldsProps) {
  return (
    <div className={styles.pair}>
      <NumberField {...fields} name="tokensPerDay" label="Tokens a day" description="Empty: no limit." isWhole />
      <NumberField {...fields} name="currencyPerMonth" label="Cost a month" description="Empty: no limit." />
      <NumberField
        {...fields}
        name="priceIn"
        label="Price per million sent"
        description="Tokens, in the currency of the budget."
      />
      <NumberField
        {...fields}
        name="priceOut"
        label="Price per million answered"
        description="Tokens, in the currency of the budget."
      />
    </div>
  );
}
