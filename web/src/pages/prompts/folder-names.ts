// Folders are the parts of a name before its last slash.

/** `support/billing` for `support/billing/refund`, '' for a name at the top. */
export const folderOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('/')));

/** The name within a folder; a name that ends there is shown whole. */
export const nameIn = (folder: string, name: string): string =>
  (folder !== '' && name.startsWith(`${folder}/`) ? name.slice(folder.length + 1) : name) || name;
