// Proposals for improvement, highest saving first. Filter and expanded evidence are in the URL.
import { Lightbulb, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useGetPages, useSend, useSession, useRows, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import { Button, Field, Page, Segments, Select, Skeleton, Waiting, say, useErrorText, ListRows } from '#ui';
import { DecideProposal, type ProposalChoice } from './decide.tsx';
import { ProposalCard } from './proposal-card.tsx';
import { proposalsTexts } from './texts.ts';

const STATUSES = [
  'open',
  'accepted',
  'dismissed',
  'expired',
] as const satisfies Schemas['Proposal']['status'][];
const KINDS = [
  'cheaper_model',
  'prompt_caching',
  'repeated_calls',
  'failing_prompt_version',
  'long_context',
] as const satisfies Schemas['Proposal']['kind'][];

export function ProposalsPage() {
  const texts = useTexts(proposalsTexts);
  const [search, change] = useUrl();
  const status = STATUSES.find((one) => one === first(search['status'])) ?? 'open';
  const kind = KINDS.find((one) => one === first(search['kind']));
  return (
    <Page title={texts.title} about={texts.about} actions={<LookNow />}>
      <div className="flex flex-wrap items-center gap-3">
        <Segments
          label={texts.status}
          value={status}
          onChange={(next) => change({ status: next === 'open' ? undefined : next, shown: undefined })}
          options={STATUSES.map((value) => ({ value, label: texts.statuses[value] }))}
        />
        <Field label={texts.kind} hideLabel className="w-64 max-w-full">
          <Select
            className="h-8! text-sm"
            value={kind ?? ''}
            onChange={({ target }) => change({ kind: target.value === '' ? undefined : target.value })}
          >
            <option value="">{texts.allKinds}</option>
            {KINDS.map((value) => (
              <option key={value} value={value}>
                {texts.kinds[value]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <List status={status} {...(kind ? { kind } : {})} />
    </Page>
  );
}

function LookNow() {
  const texts = useTexts(proposalsTexts);
  const words = useErrorText();
  const { role } = useSession();
  const look = useSend('post', '/v1/proposals/look', {
    wholeAccount: true,
    changes: ['/v1/proposals'],
    onSuccess: ({ found, changed, expired }) =>
      say(found + changed + expired === 0 ? texts.lookedNothing : texts.looked(found, changed, expired)),
  });
  if (role === 'viewer') return null;
  return (
    <Button
      icon={<RefreshCw size={16} aria-hidden />}
      busy={look.isPending}
      onClick={() => look.mutate({}, { onError: (error) => say(words(error), 'bad') })}
    >
      {texts.look}
    </Button>
  );
}

function List({
  status,
  kind,
}: {
  status: Schemas['Proposal']['status'];
  kind?: Schemas['Proposal']['kind'];
}) {
  const texts = useTexts(proposalsTexts);
  const { role } = useSession();
  const [search, change] = useUrl();
  const [deciding, setDeciding] = useState<ProposalChoice | null>(null);
  const list = useRows(
    useGetPages('/v1/proposals', { query: { status, limit: 50, ...(kind ? { kind } : {}) } }),
    ({ proposals }) => proposals,
  );
  const shown = first(search['shown']);
  const skeleton = (
    <Waiting>
      <div className="grid gap-4">
        {[0, 1, 2].map((each) => (
          <Skeleton key={each} className="h-44 rounded-lg" />
        ))}
      </div>
    </Waiting>
  );
  return (
    <>
      <ListRows
        of={list}
        framed
        skeleton={skeleton}
        empty={{
          icon: <Lightbulb size={22} aria-hidden />,
          title: kind ? texts.noneOfKind : texts.none[status],
          actions: kind && <Button onClick={() => change({ kind: undefined })}>{texts.showAllKinds}</Button>,
          children: kind === undefined && texts.noneAbout[status],
        }}
      >
        {(proposals) => (
          <ul className="grid min-w-0 gap-4">
            {proposals.map((proposal) => (
              <li key={proposal.id} className="min-w-0">
                <ProposalCard
                  proposal={proposal}
                  open={shown === proposal.id}
                  onToggle={(open) => change({ shown: open ? proposal.id : undefined }, { replace: true })}
                  {...(role === 'viewer' ? {} : { onDecide: setDeciding })}
                />
              </li>
            ))}
          </ul>
        )}
      </ListRows>
      {deciding && <DecideProposal decision={deciding} onClose={() => setDeciding(null)} />}
    </>
  );
}
