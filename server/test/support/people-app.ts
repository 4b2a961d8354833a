// An app with only the endpoints about people, their accounts and keys, for tests that open one for each
// case: with all endpoints, the routes take most of that time.
import { allEndpoints } from '../../src/modules.ts';
import { makeTestApp, openTestApp, type TestApp, type TestAppOptions } from './app.ts';

const ABOUT_PEOPLE = /^\/(?:v1\/(?:account|api-keys|audit|auth|projects|team)|operator)(?:\/|$)/;

const endpoints = allEndpoints.filter(({ path }) => ABOUT_PEOPLE.test(path));

export const openPeopleApp = (options: TestAppOptions = {}): Promise<TestApp> =>
  openTestApp({ endpoints, ...options });

/** The caller closes it. */
export const makePeopleApp = (options: TestAppOptions = {}): Promise<TestApp> =>
  makeTestApp({ endpoints, ...options });
