/** The token stands behind the hash, so that it reaches no server log and no referrer. */
export function tokenOfLink() {
  // Another link into the page that is open already changes the hash only.
  addEventListener('hashchange', () => location.reload());
  return new URLSearchParams(location.hash.slice(1)).get('token') || null;
}
