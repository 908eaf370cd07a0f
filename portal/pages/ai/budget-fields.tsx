/** How much may be spent. Before a call its cost is reserved, so that the limits hold however many run at once. */
import type { AiFieldsProps } from './ai-draft.ts';
import { NumberField } from './number-field.tsx';
import styles from '../../parts/form.module.css';

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
