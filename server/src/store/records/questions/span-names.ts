// Names of spans and tools, as SQL over the tables of spans.

/** The name of a call's span. */
export const CALLED = `if(name = '', toString(model), toString(name))`;

const TOOL_NAME = `if(JSONExtractString(one, 'name') = '', JSONExtractString(one, 'function', 'name'), JSONExtractString(one, 'name'))`;
export const TOOL_FAILED = `JSONExtractRaw(one, 'error') NOT IN ('', 'null', '""')`;

/** Names of the tools that a call asked for. Many clients record no spans of their tools. */
export const calledTools = (column = 'tool_calls'): string =>
  `arrayFilter(tool_name -> tool_name != '', arrayMap(one -> ${TOOL_NAME}, JSONExtractArrayRaw(${column})))`;
/** Those of them that failed. */
export const failedTools = (column = 'tool_calls'): string =>
  `arrayMap(one -> ${TOOL_NAME}, arrayFilter(one -> ${TOOL_FAILED}, JSONExtractArrayRaw(${column})))`;
