import type { Schemas } from '#api';

export type ReviewQueueData = Schemas['NamedReviewQueue'];
export type QueueItemData = Schemas['ReviewQueueItem'];
export type DimensionData = Schemas['ReviewDimension'];
export type ReviewValue = number | boolean | string;
export type DraftValues = Readonly<Record<string, ReviewValue>>;
