// Puts the shared messages back into a content (share-messages.ts). The result is equal to what was sent.
import { isObject } from '#lib/is-object';
import type { Content } from '#core/content/content';
import type { Json, JsonObject } from '#records';
import type { MessageId } from '#records/writer/rows/stored';
import type { OpenedContent } from './shared-content.ts';

/** `itemsOf`: the items for which a reference stands; null if they cannot be read. */
export function restoreMessages(
  { content, lists }: OpenedContent,
  ids: readonly MessageId[],
  itemsOf: (id: MessageId) => readonly Json[] | null,
): Content | null {
  let at = 0;
  const restored = content as JsonObject;
  for (const [path, layout, isText] of lists) {
    const holder = path.slice(0, -1).reduce<Json>((inside, name) => memberOf(inside, name), restored);
    const name = path.at(-1) ?? '';
    const stays = memberOf(holder, name);
    if (!isObject(holder) || !Array.isArray(stays)) return null;
    const items: Json[] = [];
    let next = 0;
    for (const length of layout) {
      if (length === 0) {
        items.push(stays[next] ?? null);
        next += 1;
        continue;
      }
      const found = itemsOf(ids[at] ?? '');
      at += 1;
      if (found?.length !== length) return null;
      items.push(...found);
    }
    // The name may be `__proto__`.
    Object.defineProperty(holder, name, {
      value: isText ? items.map(String).join('') : items,
      configurable: true,
      enumerable: true,
      writable: true,
    });
  }
  return restored;
}

const memberOf = (value: Json, name: string): Json =>
  isObject(value) && Object.hasOwn(value, name) ? (value[name] ?? null) : null;
