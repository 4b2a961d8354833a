// The form of a content whose repeated messages are rows of their own.
import type { Content } from '#core/content/content';
import type { MessageId } from '#records/writer/rows/stored';

/**
 * A list, or a text in pieces, whose items were taken out. The value at the path is the list of the items that stay.
 * `layout`: 0 for an item that stays, otherwise the number of items for which the next reference stands.
 */
export type SharedList = readonly [path: readonly string[], layout: readonly number[], isText?: 1];

/** A content as it is sealed, without its shared messages. */
export interface OpenedContent {
  content: Content;
  lists: readonly SharedList[];
}

export interface Shared {
  rest: Content;
  lists: readonly SharedList[];
  ids: readonly MessageId[];
}
