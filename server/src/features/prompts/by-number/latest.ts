/** The label of the version that was created last. No version can be deployed to it by number. */
export const LATEST = 'latest';
