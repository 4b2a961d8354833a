// The consent page of OAuth: an application sends a person here, and gets a key if the person allows it.
import { useGet, useSend, useSession } from '#api';
import { useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import {
  Button,
  ButtonAnchor,
  Card,
  EmptyState,
  Form,
  Loaded,
  Page,
  Radio,
  RadioGroup,
  Skeleton,
  Waiting,
} from '#ui';
import { connectTexts } from './texts.ts';
import type { AppRequest, AppView } from './types.ts';

/** The names of RFC 6749 and RFC 7636. */
const NAMES = {
  clientId: 'client_id',
  redirectUri: 'redirect_uri',
  responseType: 'response_type',
  codeChallenge: 'code_challenge',
  codeChallengeMethod: 'code_challenge_method',
  state: 'state',
  scope: 'scope',
  resource: 'resource',
} as const;

const REQUIRED = ['clientId', 'redirectUri', 'responseType', 'codeChallenge', 'codeChallengeMethod'];

export function ConnectPage() {
  const texts = useTexts(connectTexts);
  const [search] = useUrl();
  const given = Object.fromEntries(
    Object.entries(NAMES).flatMap(([name, parameter]) => {
      const value = first(search[parameter]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const isComplete = REQUIRED.every((name) => name in given);
  if (!isComplete)
    return (
      <Page title={texts.title}>
        <Card>
          <EmptyState title={texts.incomplete}>{texts.incompleteAbout}</EmptyState>
        </Card>
      </Page>
    );
  // The service checks the values.
  const wanted = given as unknown as AppRequest;
  return (
    <Page title={texts.title}>
      <Asked wanted={wanted} />
    </Page>
  );
}

function Asked({ wanted }: { wanted: AppRequest }) {
  const asked = useGet('/v1/oauth/authorization', { query: wanted }, { wholeAccount: true });
  return (
    <Loaded
      of={asked}
      error="card"
      skeleton={
        <Waiting>
          <Skeleton className="h-80 rounded-lg" />
        </Waiting>
      }
    >
      {(view) => <Consent view={view} wanted={wanted} />}
    </Loaded>
  );
}

function Consent({ view, wanted }: { view: AppView; wanted: AppRequest }) {
  const texts = useTexts(connectTexts);
  const { account, user } = useSession();
  const approve = useSend('post', '/v1/oauth/authorization', {
    wholeAccount: true,
    onSuccess: ({ redirectTo }) => window.location.assign(redirectTo),
  });
  const send = ({ access = 'read' }: Record<string, string>) =>
    approve.mutate({
      body: { ...wanted, scopes: access === 'change' ? ['read', 'write:records', 'write'] : ['read'] },
    });
  return (
    <Card title={texts.asks(view.clientName)} about={texts.unchecked(view.redirectTarget)}>
      <dl className="grid gap-1 text-sm">
        <div>
          <dt className="inline text-muted">{texts.account}: </dt>
          <dd className="inline">{account.name}</dd>
        </div>
        <div>
          <dt className="inline text-muted">{texts.person}: </dt>
          <dd className="inline">{user.email}</dd>
        </div>
      </dl>
      <Form onSubmit={send} error={approve.error} fields={[]}>
        <RadioGroup label={texts.may}>
          <Radio name="access" value="read" defaultChecked label={texts.read} hint={texts.readHint} />
          {view.scopes.includes('write') && (
            <Radio name="access" value="change" label={texts.change} hint={texts.changeHint} />
          )}
        </RadioGroup>
        <p className="text-sm text-muted">{texts.ends(view.days)}</p>
        <div className="flex flex-wrap gap-2">
          <Button look="main" type="submit" busy={approve.isPending}>
            {texts.allow}
          </Button>
          <ButtonAnchor href={view.denyUrl}>{texts.deny}</ButtonAnchor>
        </div>
      </Form>
    </Card>
  );
}
