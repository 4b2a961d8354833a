// Required tags, each with key and value. Values are suggested once the key is known.
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '#i18n';
import { Button, Field, Input } from '#ui';
import { Suggestions, useFacets } from './facets.tsx';
import type { CallsBody } from './list-state.ts';
import { callsTexts } from './texts.ts';
import type { Facet } from './types.ts';

const MOST_TAGS = 20;

export function tagsOf(values: Record<string, string>): Record<string, string> | null {
  const tags = Array.from({ length: MOST_TAGS }, (_, index) => [
    values[`key${index}`]?.trim() ?? '',
    values[`value${index}`] ?? '',
  ]).filter(([key]) => key !== '');
  return tags.length === 0 ? null : (Object.fromEntries(tags) as Record<string, string>);
}

interface TagFieldsProps {
  tags: Record<string, string>;
  body: CallsBody;
  keys: Facet | undefined;
}

export function TagFields({ tags, body, keys }: TagFieldsProps) {
  const texts = useTexts(callsTexts);
  const pairs = Object.entries(tags);
  const [places, setPlaces] = useState(pairs.length + 1);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium">{texts.fields.tags}</legend>
      {Array.from({ length: places }, (_, index) => (
        <TagField key={index} place={index} pair={pairs[index]} body={body} keys={keys ?? []} />
      ))}
      <Suggestions id="calls-tagKey" facet={keys} />
      {places < MOST_TAGS && (
        <div>
          <Button
            look="quiet"
            size="small"
            icon={<Plus size={16} aria-hidden />}
            onClick={() => setPlaces(places + 1)}
          >
            {texts.anotherTag}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

interface TagFieldProps {
  place: number;
  pair: [string, string] | undefined;
  body: CallsBody;
  keys: Facet;
}

function TagField({ place, pair, body, keys }: TagFieldProps) {
  const texts = useTexts(callsTexts);
  const [key, setKey] = useState(pair?.[0] ?? '');
  const field = `tag:${key.trim()}`;
  const values = useFacets(body, [field], { enabled: keys.some(({ value }) => value === key.trim()) });
  return (
    <div className="grid grid-cols-2 gap-2">
      <Field label={texts.tagKey(place + 1)} hideLabel>
        <Input
          name={`key${place}`}
          list="calls-tagKey"
          placeholder={texts.tagKeyHint}
          value={key}
          onChange={(event) => setKey(event.target.value)}
          maxLength={64}
          autoComplete="off"
        />
      </Field>
      <Field label={texts.tagValue(place + 1)} hideLabel>
        <Input
          name={`value${place}`}
          list={`calls-tag-${place}`}
          placeholder={texts.tagValueHint}
          defaultValue={pair?.[1]}
          maxLength={256}
          autoComplete="off"
        />
      </Field>
      <Suggestions id={`calls-tag-${place}`} facet={values[field]} />
    </div>
  );
}
