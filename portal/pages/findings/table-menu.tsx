/** How the table of findings looks: grouping, columns and density. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Disclosure } from '../../parts/dialogs/disclosure.tsx';
import { changeMe, me } from '../../queries/account/me.ts';
import { GROUPINGS, type Grouping } from '../../search-params/finding-view.ts';
import { useMe } from '../../session/session.ts';
import linkStyles from '../../parts/actions/link-button.module.css';
import decisionStyles from '../decision/decision.module.css';
import { COLUMNS } from './finding-cells.tsx';
import styles from './finding-filters.module.css';
import { GROUPING_LABELS } from './group-text.ts';
import { DENSITIES, type Density, type SettingsChoice } from './table-settings.ts';

/** The choice is in the URL, and becomes the preference of the user. */
export function GroupingChoice({ grouping }: { readonly grouping: Grouping }) {
  const navigate = useNavigate();
  const person = useMe()?.person ?? null;
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: async (groupFindingsBy: Grouping) => await changeMe({ preferences: { groupFindingsBy } }),
    onSuccess: (changed) => queryClient.setQueryData(me().queryKey, changed),
  });
  const choose = async (group: Grouping): Promise<void> => {
    // Without it, going back would show the new preference.
    await navigate({ to: '.', search: (view) => ({ ...view, group: grouping }), replace: true, resetScroll: false });
    await navigate({
      to: '.',
      search: (view) => ({ ...view, group, sort: undefined, offset: undefined }),
      resetScroll: false,
    });
  };
  return (
    <label className={styles.grouping}>
      <span>Group by</span>
      <select
        value={grouping}
        onChange={(event) => {
          const group = GROUPINGS.find((each) => each === event.currentTarget.value);
          if (group === undefined) return;
          void choose(group);
          if (person !== null) mutate(group);
        }}
      >
        {GROUPINGS.map((each) => (
          <option key={each} value={each}>
            {GROUPING_LABELS[each]}
          </option>
        ))}
      </select>
    </label>
  );
}

const DENSITY_LABELS: Readonly<Record<Density, string>> = { comfortable: 'Comfortable', compact: 'Compact' };

export function TableMenu({ settings: { hidden, widths, density }, change }: SettingsChoice) {
  return (
    <Disclosure label="Columns" align="end">
      <fieldset className={styles.group}>
        <legend>Columns</legend>
        {COLUMNS.filter(({ isFixed = false }) => !isFixed).map(({ id, name }) => (
          <label key={id} className={decisionStyles.choice}>
            <input
              type="checkbox"
              checked={!hidden.includes(id)}
              onChange={() =>
                change({ hidden: hidden.includes(id) ? hidden.filter((each) => each !== id) : [...hidden, id] })
              }
            />
            {name}
          </label>
        ))}
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Density</legend>
        {DENSITIES.map((each) => (
          <label key={each} className={decisionStyles.choice}>
            <input type="radio" name="density" checked={density === each} onChange={() => change({ density: each })} />
            {DENSITY_LABELS[each]}
          </label>
        ))}
      </fieldset>
      {Object.keys(widths).length > 0 && (
        <button type="button" className={linkStyles.link} onClick={() => change({ widths: {} })}>
          Reset column widths
        </button>
      )}
    </Disclosure>
  );
}
