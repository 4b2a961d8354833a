import { useTexts } from '#i18n';
import { Button } from '../button.tsx';
import { kitTexts } from '../texts.ts';

interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** The button below a paged list; takes the result of useGetPages or useAskPages. */
export function LoadMore({ pages }: { pages: Pages }) {
  const texts = useTexts(kitTexts);
  if (!pages.hasNextPage) return null;
  return (
    <div className="flex justify-center">
      <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {texts.loadMore}
      </Button>
    </div>
  );
}
