// Pages by number, as the lists of a Langfuse server have them.
import { Type, type Static } from 'typebox';

const MAX_PAGE = 1_000_000;

export const LangfusePage = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
});
type LangfusePage = Static<typeof LangfusePage>;

export const LangfusePageMeta = Type.Object({
  page: Type.Integer(),
  limit: Type.Integer(),
  totalItems: Type.Integer(),
  totalPages: Type.Integer(),
});

const DEFAULT_LIMIT = 50;

export const pageOffset = ({ page = 1, limit = DEFAULT_LIMIT }: LangfusePage) => ({
  offset: (page - 1) * limit,
  limit,
});

export const pageMetaOf = ({ page = 1, limit = DEFAULT_LIMIT }: LangfusePage, totalItems: number) => ({
  page,
  limit,
  totalItems,
  totalPages: Math.ceil(totalItems / limit),
});
