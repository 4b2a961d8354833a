// The page that `tracewell login` opens: a person compares the code with the terminal, sees what the program
// would get, and lets it in or refuses.
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useGet, useSend, useSession } from '#api';
import { useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import {
  Ago,
  Button,
  Card,
  EmptyState,
  Field,
  Form,
  Input,
  Loaded,
  Page,
  Radio,
  RadioGroup,
  Select,
  Skeleton,
  Waiting,
} from '#ui';
import { connectTexts, deviceTexts } from './texts.ts';
import type { DeviceView } from './types.ts';

export function DevicePage() {
  const texts = useTexts(deviceTexts);
  const [search] = useUrl();
  const code = first(search['code']);
  return <Page title={texts.title}>{code === undefined ? <TypeCode /> : <Login code={code} />}</Page>;
}

function TypeCode() {
  const texts = useTexts(deviceTexts);
  const [, change] = useUrl();
  return (
    <Card title={texts.typeTitle}>
      <Form onSubmit={({ code = '' }) => change({ code })}>
        <Field label={texts.code} hint={texts.codeHint}>
          <Input
            name="code"
            required
            minLength={8}
            maxLength={20}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="max-w-60 font-mono tracking-widest uppercase"
          />
        </Field>
        <div>
          <Button look="main" type="submit">
            {texts.next}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

function Login({ code }: { code: string }) {
  const texts = useTexts(deviceTexts);
  const [, change] = useUrl();
  const asked = useGet('/v1/oauth/device', { query: { code } }, { wholeAccount: true });
  const [decided, setDecided] = useState<boolean | null>(null);
  if (decided !== null) return <Decided allowed={decided} />;
  return (
    <Loaded
      of={asked}
      error="card"
      skeleton={
        <Waiting>
          <Skeleton className="h-96 rounded-lg" />
        </Waiting>
      }
      missing={
        <Card>
          <EmptyState
            title={texts.unknown}
            actions={<Button onClick={() => change({ code: undefined })}>{texts.another}</Button>}
          >
            {texts.unknownAbout}
          </EmptyState>
        </Card>
      }
    >
      {(view) => <Decision view={view} code={code} onDecided={setDecided} />}
    </Loaded>
  );
}

interface DecisionProps {
  view: DeviceView;
  code: string;
  onDecided: (allowed: boolean) => void;
}

function Decision({ view, code, onDecided }: DecisionProps) {
  const texts = useTexts(deviceTexts);
  const shared = useTexts(connectTexts);
  const { account, user } = useSession();
  const { data } = useGet('/v1/projects', { query: { limit: 200 } }, { wholeAccount: true });
  const projects = data?.projects ?? [];
  const decide = useSend('post', '/v1/oauth/device', {
    wholeAccount: true,
    changes: ['/v1/api-keys'],
    onSuccess: ({ allowed }) => onDecided(allowed),
  });
  const asksToChange = view.scopes.includes('write');
  const allow = ({ access = 'read', projectId = '' }: Record<string, string>) =>
    decide.mutate({
      body: {
        code,
        allow: true,
        scopes: access === 'change' ? ['read', 'write:records', 'write'] : ['read'],
        projectId: projectId || null,
      },
    });
  return (
    <Card title={shared.asks(view.clientName)} about={texts.compare}>
      <p className="font-mono text-2xl tracking-widest uppercase">{code}</p>
      <dl className="grid gap-1 text-sm">
        <div>
          <dt className="inline text-muted">{shared.account}: </dt>
          <dd className="inline">{account.name}</dd>
        </div>
        <div>
          <dt className="inline text-muted">{shared.person}: </dt>
          <dd className="inline">{user.email}</dd>
        </div>
        {projects.length === 1 && (
          <div>
            <dt className="inline text-muted">{texts.project}: </dt>
            <dd className="inline">{texts.allProjects}</dd>
          </div>
        )}
        {view.requestedFrom !== null && (
          <div>
            <dt className="inline text-muted">{texts.from}: </dt>
            <dd className="inline">
              {view.requestedFrom} (<Ago at={view.requestedAt} />)
            </dd>
          </div>
        )}
      </dl>
      <Form onSubmit={allow} error={decide.error} fields={[]}>
        <RadioGroup label={shared.may}>
          <Radio
            name="access"
            value="read"
            defaultChecked={!asksToChange}
            label={shared.read}
            hint={shared.readHint}
          />
          {asksToChange && (
            <Radio
              name="access"
              value="change"
              defaultChecked
              label={shared.change}
              hint={texts.changeHint}
            />
          )}
        </RadioGroup>
        {projects.length > 1 && (
          <Field label={texts.project}>
            <Select name="projectId" className="max-w-80">
              <option value="">{texts.allProjects}</option>
              {projects.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <p className="text-sm text-muted">{shared.ends(view.days)}</p>
        <div className="flex flex-wrap gap-2">
          <Button look="main" type="submit" busy={decide.isPending}>
            {shared.allow}
          </Button>
          <Button
            type="button"
            onClick={() => decide.mutate({ body: { code, allow: false } })}
            disabled={decide.isPending}
          >
            {shared.deny}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

function Decided({ allowed }: { allowed: boolean }) {
  const texts = useTexts(deviceTexts);
  return (
    <Card>
      <div role="status" className="flex items-start gap-3">
        {allowed && <CircleCheck size={20} className="mt-px shrink-0 text-good" aria-hidden />}
        <div>
          <p className="font-medium">{allowed ? texts.allowed : texts.refused}</p>
          <p className="text-sm text-muted">{texts.back}</p>
        </div>
      </div>
    </Card>
  );
}
