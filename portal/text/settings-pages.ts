/** Pages of the settings: their tabs, and the other words by which the search in the header finds them. */
interface SettingsPage {
  readonly path: string;
  readonly name: string;
  readonly words: readonly string[];
}

export const SETTINGS_PAGES: readonly SettingsPage[] = [
  { path: '/settings/organization', name: 'Organization', words: ['usage', 'retention', 'demo', 'vex authors'] },
  { path: '/settings/tokens', name: 'Tokens', words: ['api', 'upload', 'curl', 'pipeline'] },
  { path: '/settings/members', name: 'Members', words: ['invite', 'invitations', 'users', 'roles'] },
  { path: '/settings/sources', name: 'Sources', words: ['advisories', 'advisory data', 'outdated', 'sync'] },
  { path: '/settings/notifications', name: 'Notifications', words: ['slack', 'teams', 'email', 'mail', 'digest'] },
  { path: '/settings/webhooks', name: 'Webhooks', words: ['notifications', 'events'] },
  { path: '/settings/ai', name: 'AI', words: ['model'] },
  { path: '/settings/audit', name: 'Audit', words: ['log'] },
];
