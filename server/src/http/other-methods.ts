// Answers 405 if a path is known but does not accept the method. As routes of the framework, these cases were
// three quarters of all routes. The framework compiles code for each route, which took a tenth of a second at
// every start. So a request that matches no route is looked up here by its path.
import type { FastifyInstance } from 'fastify';
import { AppError } from '#lib/app-error';

/** The limit of the router (`maxParamLength`). */
export const MAX_PARAM = 512;

interface Known {
  segments: string[];
  methods: Set<string>;
}

const isParam = (segment: string | undefined): boolean => segment?.startsWith(':') ?? false;

export class KnownPaths {
  readonly #paths = new Map<string, Known>();

  add(url: string, method: string): void {
    const known = this.#paths.getOrInsertComputed(url, () => ({
      segments: url.split('/'),
      methods: new Set<string>(),
    }));
    known.methods.add(method);
  }

  /** For a request that no route matched. Null if the path is unknown. */
  refusal(url: string): AppError | null {
    const path = decoded(url.split(/[?#]/, 1)[0] ?? '')?.split('/');
    if (!path) return null;
    const found = [...this.#paths.values()].filter(({ segments }) => isAt(segments, path));
    // If a fixed segment and a parameter both match, the fixed segment wins, as in the router.
    const [known] = found.toSorted((left, right) => params(left) - params(right));
    return known ? refusalOf(known.methods) : null;
  }

  /**
   * A few paths still need a route for the 405: the router would match them to another path that has a
   * parameter in place of a fixed segment and accepts the method.
   */
  refuseByRoute(app: FastifyInstance): void {
    // Two different paths match only if one of them has a parameter or a wildcard, and only a wildcard matches
    // another length.
    const variable = [...this.#paths.values()].filter(({ segments }) => segments.some(isVariable));
    const open = variable.filter(({ segments }) => isOpen(segments));
    const byLength = Map.groupBy(variable, ({ segments }) => (isOpen(segments) ? 0 : segments.length));
    for (const [url, { segments, methods }] of this.#paths) {
      const others = [...open, ...(byLength.get(segments.length) ?? [])].filter(
        (other) => other.segments !== segments && isAt(other.segments, segments),
      );
      const method = [...new Set(others.flatMap((other) => allowed(other.methods)))].filter(
        (name) => !allowed(methods).includes(name),
      );
      if (method.length === 0) continue;
      const handler = () => {
        throw refusalOf(methods);
      };
      app.route({ method, url, handler });
    }
  }
}

/** A last segment that matches the rest of a path. */
const REST = '*';
const isVariable = (segment: string): boolean => segment === REST || isParam(segment);
const isOpen = (segments: readonly string[]): boolean => segments.at(-1) === REST;

/**
 * A path with a wildcard matches less exactly than any path with parameters, and a short one less exactly
 * than a long one.
 */
const params = ({ segments }: Known): number =>
  isOpen(segments) ? MAX_PARAM - segments.length : segments.filter(isParam).length;

/** Whether `path` matches `form`. A parameter may be empty. */
const isAt = (form: readonly string[], path: readonly string[]): boolean =>
  (isOpen(form) ? form.length <= path.length : form.length === path.length) &&
  form.every((segment, at) => {
    const value = path[at] ?? '';
    if (segment === REST) return true;
    return isParam(segment) ? value.length <= MAX_PARAM : segment === value;
  });

/** OPTIONS is left out: it is for preflight requests of browsers and is answered for every path. */
const allowed = (methods: ReadonlySet<string>): string[] => [
  ...methods,
  ...(methods.has('GET') ? ['HEAD'] : []),
];

function refusalOf(methods: ReadonlySet<string>): AppError {
  const allow = allowed(methods).join(', ');
  return new AppError('method_not_allowed', 'method_not_allowed', `This path accepts only ${allow}.`, {
    headers: { allow },
  });
}

function decoded(path: string): string | null {
  try {
    return decodeURI(path);
  } catch {
    return null;
  }
}
