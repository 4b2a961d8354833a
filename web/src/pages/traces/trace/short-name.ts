/** Removes a prefix that the icon already shows. */
export const shortName = (name: string): string =>
  name.replace(/^(?:invoke_agent|create_agent|execute_tool|chat)\s+(?=\S)/, '');
