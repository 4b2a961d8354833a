import type { SameKeys } from '#i18n';
import type { diagnosticsTexts } from './texts.ts';
import type { Source } from './types.ts';

type Words = SameKeys<typeof diagnosticsTexts.en>;

export const keyNameOf = ({ keyId, keyName }: Source, texts: Words): string =>
  keyName ?? (keyId === '' ? texts.otherSenders : texts.goneKey(keyId));

/** Key, client and instrumentation in one line. */
export const senderOf = (source: Source, texts: Words): string =>
  [
    keyNameOf(source, texts),
    source.client || texts.unknownClient,
    source.scope,
    texts.endpoints(source.endpoint),
  ]
    .filter((part) => part !== '')
    .join(' · ');
