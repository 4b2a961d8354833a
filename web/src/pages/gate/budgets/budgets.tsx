import { Ellipsis, PiggyBank, Plus } from 'lucide-react';
import { useState } from 'react';
import { useGet } from '#api';
import { useFormat, useTexts } from '#i18n';
import { useNow } from '#lib/use-now';
import {
  Badge,
  Button,
  Card,
  EmptyState,
  IconButton,
  Loaded,
  Menu,
  MenuItem,
  Skeleton,
  TextLink,
  Waiting,
} from '#ui';
import { BudgetBar } from './budget-bar.tsx';
import { BudgetForm } from './budget-form.tsx';
import { Chips } from '../chips.tsx';
import { RemoveBudget } from '../remove.tsx';
import { gateTexts } from '../texts.ts';
import type { GateBudget } from '../types.ts';

export function Budgets({ mayManage }: { mayManage: boolean }) {
  const texts = useTexts(gateTexts);
  const [editing, setEditing] = useState<GateBudget | 'new' | null>(null);
  const [removing, setRemoving] = useState<GateBudget | null>(null);
  const list = useGet('/v1/gate/budgets', { query: { limit: 200 } }, { refetchInterval: 15_000 });
  const add = mayManage && (
    <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={() => setEditing('new')}>
      {texts.newBudget}
    </Button>
  );
  return (
    <div className="grid gap-4">
      <Loaded
        of={list}
        keepStale
        error="card"
        skeleton={<BudgetSkeleton />}
        empty={
          list.data?.budgets.length === 0 && (
            <Card>
              <EmptyState icon={<PiggyBank size={22} aria-hidden />} title={texts.noBudgets} actions={add}>
                {texts.noBudgetsAbout}
              </EmptyState>
            </Card>
          )
        }
      >
        {({ budgets }) => (
          <>
            {mayManage && <div className="flex justify-end">{add}</div>}
            <ul aria-label={texts.budgets} className="grid min-w-0 gap-4 lg:grid-cols-2">
              {budgets.map((budget) => (
                <li key={budget.id} className="min-w-0">
                  <BudgetCard
                    budget={budget}
                    {...(mayManage
                      ? { onEdit: () => setEditing(budget), onRemove: () => setRemoving(budget) }
                      : {})}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
      {editing && <BudgetForm budget={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
      {removing && <RemoveBudget budget={removing} onClose={() => setRemoving(null)} />}
    </div>
  );
}

const BudgetSkeleton = () => (
  <Waiting>
    <div className="grid gap-4 lg:grid-cols-2">
      {[0, 1].map((index) => (
        <Card key={index}>
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-3" />
          <Skeleton className="h-10" />
        </Card>
      ))}
    </div>
  </Waiting>
);

interface BudgetCardProps {
  budget: GateBudget;
  onEdit?: () => void;
  onRemove?: () => void;
}

function BudgetCard({ budget, onEdit, onRemove }: BudgetCardProps) {
  const texts = useTexts(gateTexts);
  const format = useFormat();
  const now = useNow(60_000);
  const { data } = useGet('/v1/projects', { query: { limit: 200 } }, { wholeAccount: true });
  const { name, period, action, failMode, scope, periodEnd, limitUsd, unpriced, onUnpriced } = budget;
  const project = scope.projectId;
  const facts = [
    [texts.provider, scope.provider],
    [texts.model, scope.model],
    [texts.project, project && (data?.projects.find(({ id }) => id === project)?.name ?? project)],
    ...Object.entries(scope.tags ?? {}),
  ].filter((fact): fact is [string, string] => typeof fact[1] === 'string');
  return (
    <Card className="h-full">
      <div className="flex min-w-0 items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="truncate text-base/5" title={name}>
            {name}
          </h2>
          <p className="text-sm text-muted">
            {format.money(limitUsd)} {texts.periods[period]}
          </p>
        </div>
        {onEdit && onRemove && (
          <Menu
            align="end"
            trigger={<IconButton label={texts.more(name)} icon={<Ellipsis size={18} aria-hidden />} />}
          >
            <MenuItem onSelect={onEdit}>{texts.edit}</MenuItem>
            <MenuItem danger onSelect={onRemove}>
              {texts.remove}
            </MenuItem>
          </Menu>
        )}
      </div>
      <BudgetBar budget={budget} />
      {unpriced.calls > 0 && (
        <p className="rounded-md bg-warm-soft px-3 py-2 text-sm text-warm">
          {texts.unpriced(unpriced.calls, format.count(unpriced.calls), format.count(unpriced.tokens))}{' '}
          {onUnpriced === 'deny' && texts.unpricedDenied}{' '}
          <TextLink to="/settings/prices" className="text-warm underline">
            {texts.setPrices}
          </TextLink>
        </p>
      )}
      {facts.length > 0 ? <Chips facts={facts} /> : <p className="text-sm text-muted">{texts.everything}</p>}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
        <Badge tone={action === 'warn' ? 'neutral' : action === 'deny' ? 'bad' : 'warm'}>
          {texts.actions[action]}
        </Badge>
        {failMode === 'closed' && <Badge>{texts.failClosed}</Badge>}
        <span className="ml-auto" title={format.time(periodEnd, 'full')}>
          {texts.ends} {format.duration(Math.max(0, Date.parse(periodEnd) - now))}
        </span>
      </div>
    </Card>
  );
}
