import { Ellipsis, Plus, Scale } from 'lucide-react';
import { useState } from 'react';
import { useGet, useSend } from '#api';
import { useFormat, useTexts } from '#i18n';
import {
  Badge,
  Button,
  Card,
  EmptyState,
  IconButton,
  Loaded,
  Menu,
  MenuItem,
  SkeletonRows,
  Switch,
  say,
  useErrorText,
  type Tone,
} from '#ui';
import { Chips } from '../chips.tsx';
import { PolicyForm } from './policy-form.tsx';
import { RemovePolicy } from '../remove.tsx';
import { gateTexts } from '../texts.ts';
import type { PolicyData } from '../types.ts';

const TONES: Record<PolicyData['effect'], Tone> = { allow: 'good', deny: 'bad', require_approval: 'warm' };

/** The order of evaluation: lower priority first, then older first. */
const inOrder = (policies: readonly PolicyData[]): PolicyData[] =>
  policies.toSorted((a, b) => a.priority - b.priority || Date.parse(a.createdAt) - Date.parse(b.createdAt));

export function Policies({ mayManage }: { mayManage: boolean }) {
  const texts = useTexts(gateTexts);
  const [editing, setEditing] = useState<PolicyData | 'new' | null>(null);
  const [removing, setRemoving] = useState<PolicyData | null>(null);
  const list = useGet('/v1/gate/policies', { query: { limit: 200 } });
  const add = mayManage && (
    <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={() => setEditing('new')}>
      {texts.newPolicy}
    </Button>
  );
  const policies = inOrder(list.data?.policies ?? []);
  const some = policies.length > 0;
  return (
    <Card {...(some ? { title: texts.policies, about: texts.policiesAbout, actions: add } : {})}>
      <Loaded
        of={list}
        keepStale
        skeleton={<SkeletonRows rows={3} />}
        empty={
          !some && (
            <EmptyState icon={<Scale size={22} aria-hidden />} title={texts.noPolicies} actions={add}>
              {texts.noPoliciesAbout}
            </EmptyState>
          )
        }
      >
        {() => (
          <ol aria-label={texts.policies} className="grid">
            {policies.map((policy, index) => (
              <PolicyRow
                key={policy.id}
                policy={policy}
                place={index + 1}
                mayManage={mayManage}
                onEdit={() => setEditing(policy)}
                onRemove={() => setRemoving(policy)}
              />
            ))}
          </ol>
        )}
      </Loaded>
      {editing && <PolicyForm policy={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
      {removing && <RemovePolicy policy={removing} onClose={() => setRemoving(null)} />}
    </Card>
  );
}

interface PolicyRowProps {
  policy: PolicyData;
  place: number;
  mayManage: boolean;
  onEdit: () => void;
  onRemove: () => void;
}

function PolicyRow({ policy, place, mayManage, onEdit, onRemove }: PolicyRowProps) {
  const texts = useTexts(gateTexts);
  const format = useFormat();
  const errorText = useErrorText();
  const change = useSend('patch', '/v1/gate/policies/{id}', { changes: ['/v1/gate/policies'] });
  const { id, name, effect, match, maxCostUsd, maxTokens, priority, approvalMinutes, failMode } = policy;
  // Optimistic: shows the requested state until the service answers.
  const enabled = (change.isPending ? change.variables.body.enabled : undefined) ?? policy.enabled;
  const upTo = effect === 'allow';
  const facts: [string, string][] = [
    ...(match.tools ?? []).map((one): [string, string] => [texts.facts.tool, one]),
    ...(match.models ?? []).map((one): [string, string] => [texts.facts.model, one]),
    ...(match.providers ?? []).map((one): [string, string] => [texts.facts.provider, one]),
    ...Object.entries(match.tags ?? {}),
  ];
  const bounds = [
    maxCostUsd === null ? null : (upTo ? texts.upToCost : texts.aboveCost)(format.money(maxCostUsd)),
    maxTokens === null ? null : (upTo ? texts.upToTokens : texts.aboveTokens)(format.count(maxTokens)),
    effect === 'require_approval' && approvalMinutes !== null
      ? texts.minutes(format.count(approvalMinutes))
      : null,
    failMode === 'closed' ? texts.failClosed : null,
    texts.priorityIs(priority),
  ].filter((text) => text !== null);
  return (
    <li className="flex items-start gap-3 border-t py-3.5 first:border-t-0 first:pt-0 last:pb-0">
      <span aria-hidden className="w-6 shrink-0 pt-px text-right text-sm text-muted">
        {texts.position(place)}
      </span>
      <div className={`grid min-w-0 flex-1 gap-1.5 ${enabled ? '' : 'text-muted'}`}>
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <h3 className="max-w-full truncate text-base" title={name}>
            {name}
          </h3>
          <Badge tone={enabled ? TONES[effect] : 'neutral'}>{texts.effects[effect]}</Badge>
          {!enabled && <Badge>{texts.off}</Badge>}
        </div>
        {facts.length > 0 ? (
          <Chips facts={facts} />
        ) : (
          <p className="text-sm text-muted">{texts.everything}</p>
        )}
        <p className="text-sm text-muted">{bounds.join(' · ')}</p>
      </div>
      {mayManage && (
        <div className="flex shrink-0 items-center gap-2">
          <Switch
            label={<span className="sr-only">{texts.enabled(name)}</span>}
            checked={enabled}
            onChange={(next) =>
              change.mutate(
                { path: { id }, body: { enabled: next } },
                { onError: (error) => say(errorText(error), 'bad') },
              )
            }
          />
          <Menu
            align="end"
            trigger={<IconButton label={texts.more(name)} icon={<Ellipsis size={18} aria-hidden />} />}
          >
            <MenuItem onSelect={onEdit}>{texts.edit}</MenuItem>
            <MenuItem danger onSelect={onRemove}>
              {texts.remove}
            </MenuItem>
          </Menu>
        </div>
      )}
    </li>
  );
}
