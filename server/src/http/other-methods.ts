// 405 for a known path with a method that it does not take. As routes of the framework these were three
// quarters of all routes, and the framework compiles code for each: a tenth of a second of every start. So
// the path of a request that found no route is looked up here.
import type { FastifyInstance } from 'fastify';
import { AppError } from '#lib/app-error';

/** As the router has it (`maxParamLength`). */
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

  /** For a request that no route took; null: the path is not known. */
  refusal(url: string): AppError | null {
    const path = decoded(url.split(/[?#]/, 1)[0] ?? '')?.split('/');
    if (!path) return null;
    const found = [...this.#paths.values()].filter(({ segments }) => isAt(segments, path));
    // Where a name and a parameter both fit, the name counts, as it does for the router.
    const [known] = found.toSorted((left, right) => params(left) - params(right));
    return known ? refusalOf(known.methods) : null;
  }

  /**
   * Some paths are refused by a route all the same: those that the router would take for another path, whose
   * parameter stands where they have a name, and which takes the method.
   */
  refuseByRoute(app: FastifyInstance): void {
    for (const [url, { segments, methods }] of this.#paths) {
      const others = [...this.#paths.values()].filter(
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

/** A last segment that stands for the rest of a path. */
const REST = '*';
const isOpen = (segments: readonly string[]): boolean => segments.at(-1) === REST;

/** An open path fits less exactly than any with parameters, and a short one less than a long one. */
const params = ({ segments }: Known): number =>
  isOpen(segments) ? MAX_PARAM - segments.length : segments.filter(isParam).length;

/** Whether a path has the form of another. A parameter may be empty. */
const isAt = (form: readonly string[], path: readonly string[]): boolean =>
  (isOpen(form) ? form.length <= path.length : form.length === path.length) &&
  form.every((segment, at) => {
    const value = path[at] ?? '';
    if (segment === REST) return true;
    return isParam(segment) ? value.length <= MAX_PARAM : segment === value;
  });

/** OPTIONS is for browsers to ask with, and answered for every path. */
const allowed = (methods: ReadonlySet<string>): string[] => [
  ...methods,
  ...(methods.has('GET') ? ['HEAD'] : []),
];

function refusalOf(methods: ReadonlySet<string>): AppError {
  const allow = allowed(methods).join(', ');
  return new AppError('method_not_allowed', 'method_not_allowed', `This path takes ${allow}.`, {
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
