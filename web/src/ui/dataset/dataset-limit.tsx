import { useGet, useSend, useSession } from '#api';
import { useFormat, useTexts } from '#i18n';
import { Button, TextLink } from '../button.tsx';
import { useErrorText } from '../error-state.tsx';
import { say } from '../toast.tsx';
import { MOST_ITEMS, useDatasetLimits } from './limits.ts';
import { addToDatasetTexts } from './texts.ts';

/** How many items a dataset takes, if it would have more, and who can raise the limit. */
export function DatasetLimit({ wanted }: { wanted: number }) {
  const texts = useTexts(addToDatasetTexts);
  const format = useFormat();
  const errorText = useErrorText();
  const { items } = useDatasetLimits();
  const { role } = useSession();
  const { data } = useGet('/v1/account/overview', {}, { wholeAccount: true, staleTime: 300_000 });
  const raise = useSend('patch', '/v1/account/limits', {
    wholeAccount: true,
    changes: ['/v1/account/overview'],
    onSuccess: () => say(texts.limitRaised(format.count(MOST_ITEMS))),
  });
  if (!data || wanted <= items) return null;
  const mayBeRaised = items < MOST_ITEMS;
  return (
    <div
      role="status"
      className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 rounded-md border bg-warm-soft px-3.5 py-2.5 text-sm"
    >
      <p className="min-w-0 flex-1 basis-60">
        {texts.limit(format.count(items))} {mayBeRaised && !data.limitsChangeable && texts.raisedByOperator}
        {mayBeRaised && data.limitsChangeable && role !== 'owner' && texts.raisedByOwner}
        {mayBeRaised && data.limitsChangeable && role === 'owner' && (
          <TextLink to="/settings/plan">{texts.toLimits}</TextLink>
        )}
      </p>
      {mayBeRaised && data.limitsChangeable && role === 'owner' && (
        <Button
          size="small"
          busy={raise.isPending}
          onClick={() =>
            raise.mutate(
              { body: { datasetItems: MOST_ITEMS } },
              { onError: (error) => say(errorText(error), 'bad') },
            )
          }
        >
          {texts.raise(format.count(MOST_ITEMS))}
        </Button>
      )}
    </div>
  );
}
