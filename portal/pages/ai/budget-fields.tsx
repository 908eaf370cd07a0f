/** How much may be spent. Before a call its cost is reserved, so that the limits hold however many run at once. */
import { NumberInput } from '@mantine/core';
import type { AiFieldsProps } from './ai-draft.ts';
import styles from '../settings/settings.module.css';
import aiStyles from './ai.module.css';

export function BudgetFields({ draft, isReadOnly, onChange }: AiFieldsProps) {
  return (
    <div className={styles.form}>
      <div className={`${styles.pair} ${aiStyles.inputs}`}>
        <NumberInput
          label="Tokens a day"
          description="Empty: no limit."
          min={0}
          thousandSeparator=","
          allowDecimal={false}
          disabled={isReadOnly}
          value={draft.tokensPerDay}
          onChange={(value) => onChange({ tokensPerDay: String(value) })}
        />
        <NumberInput
          label="Cost a month"
          description="Empty: no limit."
          min={0}
          thousandSeparator=","
          disabled={isReadOnly}
          value={draft.currencyPerMonth}
          onChange={(value) => onChange({ currencyPerMonth: String(value) })}
        />
      </div>
      <div className={`${styles.pair} ${aiStyles.inputs}`}>
        <NumberInput
          label="Price per million sent"
          description="Tokens, in the currency of the budget."
          min={0}
          disabled={isReadOnly}
          value={draft.priceIn}
          onChange={(value) => onChange({ priceIn: Number(value) })}
        />
        <NumberInput
          label="Price per million answered"
          description="Tokens, in the currency of the budget."
          min={0}
          disabled={isReadOnly}
          value={draft.priceOut}
          onChange={(value) => onChange({ priceOut: Number(value) })}
        />
      </div>
    </div>
  );
}
