import type { Schemas } from '#api';
import { ChevronRight } from 'lucide-react';
import { classNames } from '#lib/class-names';
import { useFormat, useTexts } from '#i18n';
import { Badge, Button, Card, Time } from '#ui';
import type { ProposalChoice } from './decide.tsx';
import { ProposalEvidence } from './evidence.tsx';
import { proposalsTexts } from './texts.ts';
import { useProposalWords } from './use-proposal-words.ts';

const TONES = { open: 'accent', accepted: 'good', dismissed: 'neutral', expired: 'neutral' } as const;

const sureness = (confidence: number): keyof typeof proposalsTexts.en.confidences =>
  confidence >= 0.9 ? 'certain' : confidence >= 0.7 ? 'likely' : confidence >= 0.5 ? 'maybe' : 'faint';

interface ProposalCardProps {
  proposal: Schemas['Proposal'];
  open: boolean;
  onToggle: (open: boolean) => void;
  /** Omitted for users who may not decide. */
  onDecide?: (decision: ProposalChoice) => void;
}

export function ProposalCard({ proposal, open, onToggle, onDecide }: ProposalCardProps) {
  const texts = useTexts(proposalsTexts);
  const format = useFormat();
  const { words, lang } = useProposalWords()(proposal);
  const { title, detail } = words;
  const { kind, status, confidence, estimatedSavingUsdPerMonth: saving } = proposal;
  return (
    <Card>
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-[minmax(0,1fr)_auto]">
        <div className="grid min-w-0 content-start gap-2">
          <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
            <Badge tone="plum">{texts.kinds[kind]}</Badge>
            {status !== 'open' && <Badge tone={TONES[status]}>{texts.statuses[status]}</Badge>}
            <span>
              {texts.updated} <Time at={proposal.updatedAt} />
            </span>
          </div>
          <h2 lang={lang} className="text-base/5 break-words">
            {title}
          </h2>
          <p lang={lang} className="max-w-prose break-words">
            {detail}
          </p>
        </div>
        <dl className="flex flex-wrap content-start gap-x-8 gap-y-3 md:w-48 md:flex-col">
          <div>
            <dt className="text-sm text-muted">{texts.saving}</dt>
            <dd>
              <span className="text-xl font-semibold text-good" title={`${saving} USD`}>
                {format.money(saving)}
              </span>{' '}
              <span className="text-sm text-muted">{texts.aMonth}</span>
            </dd>
          </div>
          <div>
            <dt className="text-sm text-muted">{texts.confidence}</dt>
            <dd>
              <span className="font-medium">{texts.confidences[sureness(confidence)]}</span>{' '}
              <span className="text-muted">({format.share(confidence)})</span>
            </dd>
          </div>
        </dl>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2 border-t pt-3">
        <Button
          look="quiet"
          size="small"
          className="-ml-2.5"
          aria-expanded={open}
          aria-label={texts.evidenceOf(title)}
          icon={
            <ChevronRight
              size={16}
              aria-hidden
              className={classNames('transition-transform', open && 'rotate-90')}
            />
          }
          onClick={() => onToggle(!open)}
        >
          {texts.evidence}
        </Button>
        {onDecide && status !== 'expired' && (
          <div className="flex flex-wrap gap-2">
            {status !== 'dismissed' && (
              <Button
                size="small"
                aria-label={texts.dismissNamed(title)}
                onClick={() => onDecide({ proposal, to: 'dismiss' })}
              >
                {texts.dismiss}
              </Button>
            )}
            {status !== 'accepted' && (
              <Button
                size="small"
                look="main"
                aria-label={texts.acceptNamed(title)}
                onClick={() => onDecide({ proposal, to: 'accept' })}
              >
                {texts.accept}
              </Button>
            )}
          </div>
        )}
      </div>
      {open && <ProposalEvidence proposal={proposal} />}
    </Card>
  );
}
