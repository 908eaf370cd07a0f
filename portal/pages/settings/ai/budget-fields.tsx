/** Budget fields. The cost is reserved before each call, so that limits hold with any number of concurrent calls. */
import type { AiFieldsProps } from './ai-draft.ts';
import { NumberField } from './number-field.tsx';
import styles from '../../../parts/actions/form.module.css';

export function BudgetFields(fields: AiFieldsProps) {
  return (
    <div className={styles.pair}>
      <NumberField
        {...fields}
        name="tokensPerDay"
        label="Tokens per day"
        description="Leave empty for no limit."
        isWhole
      />
      <NumberField {...fields} name="currencyPerMonth" label="Cost per month" description="Leave empty for no limit." />
      <NumberField
        {...fields}
        name="priceIn"
        label="Input token price"
        description="Per million tokens, in the budget currency."
      />
      <NumberField
        {...fields}
        name="priceOut"
        label="Output token price"
        description="Per million tokens, in the budget currency."
      />
    </div>
  );
}
