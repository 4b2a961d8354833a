import { useState } from 'react';
import { useSend } from '#api';
import { useTexts } from '#i18n';
import { Button, ConfirmDialog, Field, Form, Input, Select, say } from '#ui';
import { erasureTexts } from './texts.ts';

const FIELDS = { user: 'userId', session: 'sessionId', trace: 'traceId' } as const;
type Kind = keyof typeof FIELDS;
const KINDS = Object.keys(FIELDS) as Kind[];

const isKind = (value: string | undefined): value is Kind => KINDS.some((kind) => kind === value);

export function ErasureForm() {
  const texts = useTexts(erasureTexts);
  const [kind, setKind] = useState<Kind>('user');
  const [asked, setAsked] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  const send = useSend('post', '/v1/erasures', {
    changes: ['/v1/erasures', '/v1/audit'],
    onSuccess: () => {
      setAsked(null);
      // Clears the form for the next erasure.
      setTurn(turn + 1);
      say(texts.started);
    },
  });
  return (
    <>
      <Form key={turn} onSubmit={({ value = '' }) => value !== '' && setAsked(value)}>
        <div className="grid items-start gap-4 md:grid-cols-[12rem_minmax(0,1fr)]">
          <Field label={texts.by}>
            <Select value={kind} onChange={({ target }) => isKind(target.value) && setKind(target.value)}>
              {KINDS.map((name) => (
                <option key={name} value={name}>
                  {texts.kinds[name]}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={texts.valueLabels[kind]} hint={texts.valueHint}>
            <Input name="value" required maxLength={256} autoComplete="off" />
          </Field>
        </div>
        <div>
          <Button type="submit" look="danger">
            {texts.start}
          </Button>
        </div>
      </Form>
      {asked !== null && (
        <ConfirmDialog
          open
          title={texts.confirmTitle(texts.kinds[kind], asked)}
          about={texts.confirmAbout}
          action={texts.confirm}
          busy={send.isPending}
          error={send.error}
          onClose={() => {
            send.reset();
            setAsked(null);
          }}
          onConfirm={() => send.mutate({ body: { [FIELDS[kind]]: asked } })}
        />
      )}
    </>
  );
}
