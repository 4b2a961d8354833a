import { useGet, useSend, useSession, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { Badge, Button, Dialog, DialogActions, ErrorNotice, Loaded, SkeletonRows, say } from '#ui';
import type { AlertDraft } from './alert-form.tsx';
import { measuresScore, useAlertWords } from './alert-values.ts';
import { Undeliverable } from './test-channel.tsx';
import { alertFormTexts } from './form-texts.ts';
import { alertsTexts } from './texts.ts';
import { useUndeliverable } from './use-undeliverable.ts';

type Template = Schemas['AlertTemplate'];

interface TemplateListProps {
  onAdjust: (draft: AlertDraft) => void;
  onMade?: () => void;
}

/** One click creates the alert without changes. */
export function TemplateList({ onAdjust, onMade }: TemplateListProps) {
  const form = useTexts(alertFormTexts);
  const words = useAlertWords();
  const { plan } = useSession().account;
  const undeliverable = useUndeliverable();
  const list = useGet('/v1/alerts/templates', {}, { staleTime: 3_600_000 });
  const create = useSend('post', '/v1/alerts', {
    changes: ['/v1/alerts'],
    // Shown before the refetch, which may remove this list.
    onSuccess: (_, { body }) => {
      const template = list.data?.find(({ key }) => key === body.templateKey);
      const silent = template?.channelKinds.every((kind) => undeliverable.has(kind)) ?? false;
      say((silent ? form.madeUndelivered : form.made)(body.name ?? ''), silent ? 'bad' : 'good');
      onMade?.();
    },
  });
  const make = ({ key }: Template) =>
    create.mutate({ body: { templateKey: key, name: form.templates[key], enabled: true } });
  return (
    <Loaded of={list} skeleton={<SkeletonRows rows={4} />}>
      {(templates) => (
        <div className="grid gap-3">
          {create.error ? <ErrorNotice error={create.error} /> : null}
          <Undeliverable channel="email" />
          <ul aria-label={form.templatesTitle} className="grid gap-2 md:grid-cols-2">
            {templates.map((template) => {
              const { key, alertType } = template;
              const name = form.templates[key];
              const allowed = template.plan === 'free' || plan !== 'free';
              return (
                <li
                  key={key}
                  className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border px-3.5 py-3"
                >
                  <div className="min-w-48 flex-1">
                    <p className="flex items-center gap-2 font-medium">
                      {name}
                      {!allowed && <Badge tone="plum">{form.needsPlan}</Badge>}
                    </p>
                    <p className="text-sm text-muted">{words.rule(template)}</p>
                  </div>
                  {allowed ? (
                    <div className="flex flex-wrap items-center gap-1">
                      <Button
                        size="small"
                        look="quiet"
                        aria-label={form.adjustNamed(name)}
                        onClick={() =>
                          onAdjust({
                            ...template,
                            name,
                            channelKinds: template.channelKinds.filter((kind) => !undeliverable.has(kind)),
                            channelTargets: {},
                            evalCriterionId: null,
                            scoreName: null,
                            scoreValue: null,
                          })
                        }
                      >
                        {form.adjust}
                      </Button>
                      {alertType !== 'eval_score' && !measuresScore(alertType) && (
                        <Button
                          size="small"
                          aria-label={form.createNamed(name)}
                          busy={create.isPending && create.variables.body.templateKey === key}
                          disabled={create.isPending}
                          onClick={() => make(template)}
                        >
                          {form.createNow}
                        </Button>
                      )}
                    </div>
                  ) : (
                    <p className="text-sm text-muted">{form.needsPlanAbout}</p>
                  )}
                </li>
              );
            })}
          </ul>
        </div>
      )}
    </Loaded>
  );
}

const BLANK: AlertDraft = {
  name: '',
  alertType: 'cost_threshold',
  thresholdValue: 10,
  windowMinutes: 60,
  channelKinds: ['email'],
  channelTargets: {},
  evalCriterionId: null,
  scoreName: null,
  scoreValue: null,
  of: 'calls',
  filter: null,
  forEach: null,
  percentile: null,
};

export function ChooseTemplate({
  onClose,
  onAdjust,
}: {
  onClose: () => void;
  onAdjust: (draft: AlertDraft) => void;
}) {
  const texts = useTexts(alertsTexts);
  const form = useTexts(alertFormTexts);
  const undeliverable = useUndeliverable();
  const channelKinds = BLANK.channelKinds.filter((kind) => !undeliverable.has(kind));
  return (
    <Dialog open onClose={onClose} title={texts.create} about={form.templatesTitle} wide>
      <TemplateList onAdjust={onAdjust} onMade={onClose} />
      <DialogActions>
        <Button onClick={() => onAdjust({ ...BLANK, channelKinds })}>{form.byHand}</Button>
      </DialogActions>
    </Dialog>
  );
}
