import { useTexts } from '#i18n';
import { Button } from './button.tsx';
import { kitTexts } from './texts.ts';

interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** Under a list that goes on; takes the answer of useGetPages or useAskPages as it is. */
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
