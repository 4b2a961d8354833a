import { useEffect, useRef } from 'react';
import { useGet, useSend } from '#api';
import { useTexts } from '#i18n';
import {
  Button,
  CopyButton,
  Dialog,
  DialogActions,
  Field,
  Form,
  Input,
  Radio,
  RadioGroup,
  Select,
  faultOf,
} from '#ui';
import { keysTexts } from './texts.ts';
import type { CreatedKey } from './types.ts';

type Scope = 'read' | 'write:records' | 'write';

const ACCESS: Record<keyof typeof keysTexts.en.accesses, Scope[] | null> = {
  both: ['read', 'write:records'],
  send: ['write:records'],
  read: ['read'],
  full: null,
};
const CHOICES = Object.keys(ACCESS) as (keyof typeof ACCESS)[];
const EXPIRIES = ['never', '30', '90', '365'] as const;
const DAY_MS = 86_400_000;

interface CreateKeyProps {
  open: boolean;
  onClose: () => void;
  onMade: (key: CreatedKey) => void;
}

export function CreateKey({ open, onClose, onMade }: CreateKeyProps) {
  const texts = useTexts(keysTexts);
  const { data } = useGet('/v1/projects', { query: { limit: 200 } }, { wholeAccount: true });
  const projects = data?.projects ?? [];
  const create = useSend('post', '/v1/api-keys', { changes: ['/v1/api-keys'], onSuccess: onMade });
  const send = ({ name = '', access = 'both', projectId = '', expiry = 'never' }: Record<string, string>) =>
    create.mutate({
      body: {
        name,
        scopes: ACCESS[access as keyof typeof ACCESS],
        projectId: projectId || null,
        expiresAt: expiry === 'never' ? null : new Date(Date.now() + Number(expiry) * DAY_MS).toISOString(),
      },
    });
  const close = () => {
    create.reset();
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={texts.createTitle}>
      <Form onSubmit={send} error={create.error} fields={['name']}>
        <Field label={texts.name} hint={texts.nameHint} fault={faultOf(create.error, 'name')}>
          <Input name="name" required maxLength={100} autoComplete="off" />
        </Field>
        <RadioGroup label={texts.access}>
          {CHOICES.map((choice) => (
            <Radio
              key={choice}
              name="access"
              value={choice}
              defaultChecked={choice === 'both'}
              label={texts.accesses[choice]}
              {...(choice === 'full' ? { hint: texts.fullHint } : {})}
            />
          ))}
        </RadioGroup>
        <div className="grid gap-5 sm:grid-cols-2">
          {projects.length > 1 && (
            <Field label={texts.project}>
              <Select name="projectId">
                <option value="">{texts.allProjects}</option>
                {projects.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            </Field>
          )}
          <Field label={texts.expires}>
            <Select name="expiry">
              {EXPIRIES.map((expiry) => (
                <option key={expiry} value={expiry}>
                  {texts.expiries[expiry]}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <DialogActions>
          <Button look="main" type="submit" busy={create.isPending}>
            {texts.create}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/** The only time the key is shown. It takes the focus, so that it is not missed. */
export function NewKeySecret({ made, onDone }: { made: CreatedKey; onDone: () => void }) {
  const texts = useTexts(keysTexts);
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-label={texts.keepTitle(made.name)}
      className="grid gap-3 rounded-lg border border-accent/40 bg-accent-soft p-4"
    >
      <div>
        <h2 className="text-base/5">{texts.keepTitle(made.name)}</h2>
        <p>{texts.keepAbout}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 rounded-md border bg-surface px-3 py-1.5 font-mono text-sm break-all">
          {made.apiKey}
        </code>
        <CopyButton labelled text={made.apiKey} what={texts.theKey} />
        <Button size="small" onClick={onDone}>
          {texts.haveIt}
        </Button>
      </div>
    </section>
  );
}
