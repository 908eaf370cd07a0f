/** The organization: name, quotas, upload settings, retention, and the demo. */
import { useQuery } from '@tanstack/react-query';
import { Loading } from '../../../parts/feedback/loading.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { organization } from './organization-queries.ts';
import { DemoSection } from './demo-section.tsx';
import { NameForm, RetentionForm, ServicesForm } from './organization-forms.tsx';
import { SettingsHead } from '../settings-head.tsx';
import { UsageSection } from './usage-section.tsx';
import { VexAuthorsForm } from './vex-authors-form.tsx';
import styles from '../settings.module.css';

export function OrganizationPage() {
  const { data, error } = useQuery(organization());
  return (
    <>
      <SettingsHead title="Organization">
        Name, usage, retention and trusted VEX authors of this organization.
      </SettingsHead>
      {error !== null && <Problem error={error} />}
      {data === undefined && error === null && <Loading rows={6} />}
      {data !== undefined && (
        <div className={styles.sections}>
          <section aria-labelledby="name" className={styles.section}>
            <h2 id="name">Name</h2>
            <NameForm name={data.name} />
          </section>
          <UsageSection />
          <section aria-labelledby="services" className={styles.section}>
            <h2 id="services">Services</h2>
            <ServicesForm isOn={data.autoCreateServices} />
          </section>
          <section aria-labelledby="retention" className={styles.section}>
            <h2 id="retention">Retention</h2>
            <RetentionForm retention={data.retention} />
          </section>
          <section aria-labelledby="vex" className={styles.section}>
            <h2 id="vex">Trusted VEX authors</h2>
            <VexAuthorsForm authors={data.vexAuthors} />
          </section>
          <DemoSection />
        </div>
      )}
    </>
  );
}
