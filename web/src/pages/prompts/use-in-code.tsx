import { useState } from 'react';
import { useTexts } from '#i18n';
import { serviceUrl } from '#lib/base-path';
import { Card, CodeBlock, Field, Select } from '#ui';
import { promptPartTexts } from './part-texts.ts';
import { promptSnippets, SNIPPET_LANGUAGES } from './snippets.ts';
import type { PromptData } from './types.ts';
import { useDeployments } from './use-prompts.ts';

export function UseInCode({ prompt }: { prompt: PromptData }) {
  const texts = useTexts(promptPartTexts);
  const list = useDeployments(prompt.name);
  const deployed = list.data?.pages.flatMap(({ deployments }) => deployments.map(({ label }) => label)) ?? [];
  const labels = deployed.length > 0 ? deployed : ['production'];
  const [chosen, setChosen] = useState<string | null>(null);
  const label = chosen ?? labels.find((each) => each === 'production') ?? labels[0] ?? 'production';
  const snippets = promptSnippets(prompt, label, serviceUrl());
  return (
    <Card title={texts.code} about={`${texts.codeAbout} ${texts.codeKey}`}>
      <Field label={texts.codeLabel} className="max-w-72">
        <Select value={label} onChange={(event) => setChosen(event.target.value)}>
          {labels.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </Select>
      </Field>
      {SNIPPET_LANGUAGES.map((language) => (
        <CodeBlock key={language} label={texts.languages[language]} code={snippets[language]} />
      ))}
    </Card>
  );
}
