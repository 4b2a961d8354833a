// The consent page of OAuth: an application sends a person here, and gets a key if the person allows it.
import { useGet, useSend, type Schemas } from '#api';
import type { OperationInput } from '@tracewell/sdk';
import { useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import { ButtonAnchor, Card, EmptyState, Loaded, Page, Skeleton, Waiting } from '#ui';
import { ConnectConsent } from './consent.tsx';
import { connectTexts } from './texts.ts';

type AppRequest = OperationInput<'get', '/v1/oauth/authorization'>['query'];
type AppView = Schemas['AppAuthorizationView'];

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
      {(view) => <App view={view} wanted={wanted} />}
    </Loaded>
  );
}

function App({ view, wanted }: { view: AppView; wanted: AppRequest }) {
  const texts = useTexts(connectTexts);
  const approve = useSend('post', '/v1/oauth/authorization', {
    wholeAccount: true,
    onSuccess: ({ redirectTo }) => window.location.assign(redirectTo),
  });
  return (
    <ConnectConsent
      {...view}
      about={texts.unchecked(view.redirectTarget)}
      changeHint={texts.changeHint}
      sending={approve}
      onAllow={({ scopes }) => approve.mutate({ body: { ...wanted, scopes } })}
      deny={<ButtonAnchor href={view.denyUrl}>{texts.deny}</ButtonAnchor>}
    />
  );
}
