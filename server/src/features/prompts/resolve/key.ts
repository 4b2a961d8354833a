/**
 * The key for change announcements: everything that agents resolve under a name. Account ids contain no
 * slash.
 */
export const resolveKey = (accountId: string, name: string): string => `${accountId}/${name}`;
