const AT_ONCE = 200;

/** The default size fits one statement. */
export const chunks = <T>(all: readonly T[], atOnce = AT_ONCE): T[][] =>
  Array.from({ length: Math.ceil(all.length / atOnce) }, (_, at) =>
    all.slice(at * atOnce, (at + 1) * atOnce),
  );
