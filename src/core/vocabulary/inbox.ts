/** Parts of the inbox of a member, in the order in which they are shown. */
export const INBOX_PARTS = ['assigned', 'due', 'review', 'disputed', 'expiring', 'new'] as const;
export type InboxPart = (typeof INBOX_PARTS)[number];
