import { useState } from 'react';
import { useSend, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { Button, Field, Form, Input, faultOf, say } from '#ui';
import { budgetTexts } from './texts.ts';

export function SetBudget({ budget, bounds }: { budget: Schemas['LlmFeatureBudget']; bounds: string }) {
  const texts = useTexts(budgetTexts);
  const format = useFormat();
  const [value, setValue] = useState<string | null>(null);
  const set = useSend('patch', '/v1/account/llm-feature-budget', {
    wholeAccount: true,
    changes: ['/v1/account/llm-feature-budget'],
    onSuccess: ({ budgetUsd }) => {
      setValue(null);
      say(texts.saved(format.money(budgetUsd)));
    },
  });
  const { minBudgetUsd, maxBudgetUsd, spentUsd } = budget;
  const chosen = Number(value ?? budget.budgetUsd);
  const outside = value !== null && !(chosen >= minBudgetUsd && chosen <= maxBudgetUsd);
  const belowSpent = value !== null && !outside && chosen < spentUsd;
  return (
    <Form
      error={set.error}
      fields={['budgetUsd']}
      onSubmit={() => !outside && set.mutate({ body: { budgetUsd: Math.round(chosen * 100) / 100 } })}
    >
      <div className="flex flex-wrap items-start gap-3">
        <Field
          label={texts.amount}
          hint={belowSpent ? texts.belowSpent : bounds}
          fault={outside ? texts.outside(bounds) : faultOf(set.error, 'budgetUsd')}
          className="w-72 max-w-full"
        >
          <Input
            type="number"
            inputMode="decimal"
            name="budgetUsd"
            min={minBudgetUsd}
            max={maxBudgetUsd}
            step="0.01"
            required
            value={value ?? String(budget.budgetUsd)}
            onChange={({ target }) => setValue(target.value)}
          />
        </Field>
        <div className="sm:pt-6.5">
          <Button
            look="main"
            type="submit"
            busy={set.isPending}
            disabled={value === null || outside || chosen === budget.budgetUsd}
          >
            {texts.save}
          </Button>
        </div>
      </div>
    </Form>
  );
}
