// Edits the whole price list, because the service replaces it as a whole. The first line that matches a call
// applies.
import { Plus, Tags } from 'lucide-react';
import { useState } from 'react';
import { useSend } from '#api';
import { useTexts } from '#i18n';
import { Button, ConfirmDialog, EmptyState, ErrorNotice, say } from '#ui';
import { faultsOf, priceLine, priceOf, sameLists, type Line } from './draft.ts';
import { PriceLine } from './price-line.tsx';
import { pricesTexts } from './texts.ts';
import type { Price, Wanted } from './types.ts';

const MOST = 200;

export function PriceEditor({ prices, wanted }: { prices: readonly Price[]; wanted: Wanted | null }) {
  const texts = useTexts(pricesTexts);
  const [before] = useState(() => prices.map(priceLine));
  const [lines, setLines] = useState<readonly Line[]>(before);
  const [taken, setTaken] = useState(wanted);
  const [confirming, setConfirming] = useState(false);
  /** The line to focus. */
  const [fresh, setFresh] = useState<number | null>(null);
  // Requested by the dry run below: adds a line for that model if there is none.
  if (wanted !== taken) {
    setTaken(wanted);
    if (wanted) {
      const line = lines.find(({ model }) => model === wanted.model) ?? priceLine(wanted);
      if (!lines.includes(line)) setLines([...lines, line]);
      setFresh(line.key);
    }
  }
  const save = useSend('put', '/v1/account/model-prices', {
    wholeAccount: true,
    changes: ['/v1/account/model-prices'],
    onSuccess: ({ prices: saved }) => {
      setConfirming(false);
      say(texts.saved(saved.length));
    },
  });
  const changed = !sameLists(before, lines);
  const send = () => save.mutate({ body: { prices: lines.map(priceOf) } });
  const move = (index: number, by: number) =>
    setLines(() => {
      const next = [...lines];
      const [line] = next.splice(index, 1);
      if (line) next.splice(index + by, 0, line);
      return next;
    });
  const add = (
    <Button
      icon={<Plus size={16} aria-hidden />}
      disabled={lines.length >= MOST}
      onClick={() => {
        const line = priceLine({});
        setLines([...lines, line]);
        setFresh(line.key);
      }}
    >
      {texts.add}
    </Button>
  );
  const faults = lines.map((_, index) => faultsOf(save.error, index));
  if (lines.length === 0 && !changed) {
    return (
      <EmptyState icon={<Tags size={22} aria-hidden />} title={texts.none} actions={add}>
        {texts.noneAbout}
      </EmptyState>
    );
  }
  return (
    <form
      className="grid min-w-0 gap-4"
      aria-label={texts.own}
      onSubmit={(event) => {
        event.preventDefault();
        if (lines.length < before.length) setConfirming(true);
        else send();
      }}
    >
      {save.error && faults.every((each) => each.length === 0) && !confirming && (
        <ErrorNotice error={save.error} />
      )}
      <ol className="grid min-w-0 gap-4 md:gap-2">
        {lines.map((line, index) => (
          <PriceLine
            key={line.key}
            line={line}
            number={index + 1}
            last={index === lines.length - 1}
            fresh={line.key === fresh}
            faults={faults[index] ?? []}
            onChange={(next) => setLines(lines.map((each) => (each.key === line.key ? next : each)))}
            onMove={(by) => move(index, by)}
            onRemove={() => setLines(lines.filter(({ key }) => key !== line.key))}
          />
        ))}
      </ol>
      {lines.length === 0 && <p className="text-muted">{texts.allRemoved}</p>}
      <p className="text-sm text-muted">{texts.unit}</p>
      <div className="flex flex-wrap items-center gap-2">
        {add}
        <span className="ml-auto flex flex-wrap gap-2">
          {changed && (
            <Button
              look="quiet"
              onClick={() => {
                save.reset();
                setLines(before);
              }}
            >
              {texts.discard}
            </Button>
          )}
          <Button look="main" type="submit" busy={save.isPending} disabled={!changed}>
            {texts.save}
          </Button>
        </span>
      </div>
      {confirming && (
        <ConfirmDialog
          open
          title={texts.fewerTitle(before.length, lines.length)}
          about={texts.fewerAbout}
          action={texts.replace}
          busy={save.isPending}
          error={save.error}
          onClose={() => setConfirming(false)}
          onConfirm={send}
        />
      )}
    </form>
  );
}
