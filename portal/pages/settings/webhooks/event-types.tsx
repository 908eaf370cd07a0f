/** Checkboxes for all event types. */
import { Checkbox } from '@mantine/core';
import { EVENT_TYPES, type EventType } from '../../../../src/core/vocabulary/event.ts';
import styles from '../settings.module.css';

interface EventTypesProps {
  readonly selected: readonly EventType[];
  readonly onChange: (selected: readonly EventType[]) => void;
}

export function EventTypes({ selected, onChange }: EventTypesProps) {
  return (
    <Checkbox.Group
      label="Event types"
      value={[...selected]}
      onChange={(values) => onChange(EVENT_TYPES.filter((type) => values.includes(type)))}
    >
      <div className={styles.events}>
        {EVENT_TYPES.map((type) => (
          <Checkbox key={type} size="xs" value={type} label={type} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
