/** Orders of the services on the overview. `urgency`: by the number of findings in each priority band, most urgent band first. */
export const SERVICE_SORTS = ['urgency', 'risk', 'findings', 'exploited'] as const;
export type ServiceSort = (typeof SERVICE_SORTS)[number];
