// Bodies that real clients sent (and a few made by hand), with the expected facts about each:
// server/test/fixtures/otlp.
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { decodeJson, decodeProtobuf, type Decoded } from '#otlp';

const FOLDER = new URL('../fixtures/otlp/', import.meta.url);

export interface Fixture {
  /** Such as `traceloop/03`. */
  name: string;
  encoding: 'json' | 'protobuf';
  /** As a service sees it after inflating. */
  body: Buffer;
  meta: { path: string; spanCount: number | null; whatItShows: string };
}

export function otlpFixtures(): Fixture[] {
  return readdirSync(FOLDER, { recursive: true })
    .map(String)
    .filter((file) => /\.(json|pb)(\.gz)?$/.test(file) && !file.endsWith('.meta.json'))
    .toSorted()
    .map((file) => {
      const raw = readFileSync(new URL(file, FOLDER));
      const name = file.replace(/\.(json|pb)(\.gz)?$/, '');
      return {
        name,
        encoding: file.includes('.pb') ? 'protobuf' : 'json',
        body: file.endsWith('.gz') ? gunzipSync(raw) : raw,
        meta: JSON.parse(readFileSync(new URL(`${name}.meta.json`, FOLDER), 'utf8')) as Fixture['meta'],
      };
    });
}

export const decodeFixture = ({ encoding, body }: Fixture): Decoded =>
  encoding === 'json' ? decodeJson(body) : decodeProtobuf(body);
