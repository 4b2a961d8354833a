// Puts the report of the gate on the pull request: one comment, which later runs replace. What goes wrong here is
// a warning, because it must not hide the verdict.
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const { GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_EVENT_PATH, GITHUB_OUTPUT, RUNNER_TEMP, TOKEN } =
  process.env;
const { ABOUT, SPLIT_MARK = '' } = process.env;
const MARK = `<!-- tracewell-gate ${SPLIT_MARK === '' ? ABOUT : `${ABOUT} ${SPLIT_MARK}`} -->`;
const PER_PAGE = 100;
const MOST_PAGES = 20;
/** GitHub refuses longer ones. */
const LONGEST = 65_000;

async function ask(method, path, body) {
  const response = await fetch(`${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${TOKEN}`,
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      'user-agent': 'tracewell-gate',
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(30_000),
  });
  if (response.ok) return response.json();
  const hint = response.status === 403 ? ' The job needs `permissions: pull-requests: write`.' : '';
  throw new Error(`GitHub answered ${response.status}.${hint}`);
}

/** The comment of an earlier run, if there is one. */
async function earlier(issue) {
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const comments = await ask('GET', `/issues/${issue}/comments?per_page=${PER_PAGE}&page=${page}`);
    const own = comments.find(({ body }) => body?.startsWith(MARK));
    if (own) return own;
    if (comments.length < PER_PAGE) return null;
  }
  return null;
}

try {
  const { pull_request: pull } = JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8'));
  const report = readFileSync(join(RUNNER_TEMP, 'tracewell-gate.md'), 'utf8');
  const body = `${MARK}\n${report}`.slice(0, LONGEST);
  const known = await earlier(pull.number);
  const comment = known
    ? await ask('PATCH', `/issues/comments/${known.id}`, { body })
    : await ask('POST', `/issues/${pull.number}/comments`, { body });
  appendFileSync(GITHUB_OUTPUT, `url=${comment.html_url}\n`);
} catch (error) {
  console.log(
    `::warning title=Tracewell gate::The report could not be put on the pull request. ${error.message}`,
  );
}
