/** The tables that Kysely queries, as its types; `migrations/` creates all tables. Used only by store files. */
import type { AdvisoriesTables } from './advisories/tables.ts';
import type { AiTables } from './ai/tables.ts';
import type { DeliveryTables } from './delivery/tables.ts';
import type { FindingsTables } from './findings/tables.ts';
import type { PeopleTables } from './people/tables.ts';
import type { PortfolioTables } from './portfolio/tables.ts';
import type { RelevanceTables } from './relevance/tables.ts';
import type { RemediationTables } from './remediation/tables.ts';

export interface Tables
  extends
    AdvisoriesTables,
    AiTables,
    DeliveryTables,
    FindingsTables,
    PeopleTables,
    PortfolioTables,
    RelevanceTables,
    RemediationTables {}
