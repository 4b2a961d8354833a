// A list without rows: there are none at all, none in this window, or none that match. Each has its own next step.
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '#i18n';
import type { ListState } from '#lib/list-state';
import { Button, ButtonLink } from '../button.tsx';
import { Card } from '../card.tsx';
import { SearchedWithoutMessages } from '../content/store-messages.tsx';
import { EmptyState } from '../empty-state.tsx';
import { listTexts } from './texts.ts';

interface Reasons {
  never?: string;
  window: string;
  filter: string;
}

interface NothingListedProps {
  state: ListState;
  icon: ReactNode;
  texts: { empty: Reasons; emptyAbout: Reasons };
  /** There is no row in any window. */
  never?: boolean;
  /** The longest window that the service can list. */
  longest: '30d' | '90d';
  /** The search looks into stored messages. */
  searchesMessages?: boolean;
  /** Further steps, if no filter is the reason. */
  actions?: ReactNode;
}

export function NothingListed(props: NothingListedProps) {
  const { state, icon, texts, never = false, longest, searchesMessages = false, actions } = props;
  const own = useTexts(listTexts);
  const { choice, isNarrowed } = state;
  const why = never ? 'never' : isNarrowed ? 'filter' : 'window';
  const isLongest = 'preset' in choice && choice.preset === longest;
  return (
    <Card>
      <EmptyState
        icon={isNarrowed ? <SearchX size={22} aria-hidden /> : icon}
        title={texts.empty[why]}
        actions={
          never ? (
            <>
              <ButtonLink to="/start" look="main">
                {own.toStart}
              </ButtonLink>
              {actions}
            </>
          ) : (
            <>
              {isNarrowed && (
                <Button look="main" onClick={state.clear}>
                  {own.clear}
                </Button>
              )}
              {!isLongest && (
                <Button
                  look={isNarrowed ? 'plain' : 'main'}
                  onClick={() => state.choose({ preset: longest })}
                >
                  {own.show[longest]}
                </Button>
              )}
              {!isNarrowed && actions}
            </>
          )
        }
      >
        {texts.emptyAbout[why]}
      </EmptyState>
      {searchesMessages && state.filter.search !== undefined && <SearchedWithoutMessages />}
    </Card>
  );
}
