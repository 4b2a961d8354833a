/** What changes are announced by: all that running agents get under a name. No account id has a slash in it. */
export const resolveKey = (accountId: string, name: string): string => `${accountId}/${name}`;
