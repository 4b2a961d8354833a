import { useNavigate } from '@tanstack/react-router';
import { CopyPlus } from 'lucide-react';
import { useSend } from '#api';
import { useTexts } from '#i18n';
import { Button, say, useErrorText } from '#ui';
import { overviewTexts } from './texts.ts';
import { copiedWidgets } from './widgets.ts';

/** The overview itself is fixed; a copy can be changed. */
export function CopyOverview() {
  const texts = useTexts(overviewTexts);
  const errorText = useErrorText();
  const navigate = useNavigate();
  const create = useSend('post', '/v1/dashboards', {
    changes: ['/v1/dashboards'],
    wholeAccount: true,
    onSuccess: ({ dashboard }) =>
      void navigate({
        to: '/dashboards/$id',
        params: { id: String(dashboard.id) },
        search: (before: object) => before,
      }),
  });
  return (
    <Button
      size="small"
      look="quiet"
      busy={create.isPending}
      icon={<CopyPlus size={16} aria-hidden />}
      onClick={() =>
        create.mutate(
          { body: { name: texts.copyName, widgets: copiedWidgets(texts.widgets) } },
          { onError: (error) => say(errorText(error), 'bad') },
        )
      }
    >
      {texts.copy}
    </Button>
  );
}
