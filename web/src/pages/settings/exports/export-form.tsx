import { useRef, useState } from 'react';
import { useSend } from '#api';
import { useTexts } from '#i18n';
import {
  AlertBox,
  Button,
  Checkbox,
  Field,
  Form,
  Input,
  PasswordInput,
  Radio,
  RadioGroup,
  faultOf,
  say,
} from '#ui';
import { exportsTexts } from './texts.ts';
import type { DailyExportSettings, NewSchedule, PlaceKind } from './types.ts';

const PATH = '/v1/account/export-schedule';
const FIELDS = ['endpoint', 'region', 'bucket', 'prefix', 'accessKeyId', 'secretAccessKey', 'folder'];

type Values = Record<string, string>;

/** What the form says about the place. Empty fields of the key keep the stored one. */
function placeFrom(kind: PlaceKind, values: Values): Pick<NewSchedule, 's3' | 'folder'> {
  const text = (name: string) => (values[name] ?? '').trim();
  if (kind === 'folder') return { folder: text('folder') };
  const [accessKeyId, secretAccessKey] = [text('accessKeyId'), text('secretAccessKey')];
  return {
    s3: {
      endpoint: text('endpoint') || null,
      region: text('region'),
      bucket: text('bucket'),
      prefix: text('prefix'),
      ...(accessKeyId !== '' && { accessKeyId }),
      ...(secretAccessKey !== '' && { secretAccessKey }),
    },
  };
}

export function ExportForm({ settings }: { settings: DailyExportSettings }) {
  const texts = useTexts(exportsTexts);
  const { schedule, foldersAllowed, contentAllowed } = settings;
  const [kind, setKind] = useState<PlaceKind>(schedule && !schedule.s3 ? 'folder' : 's3');
  const [tested, setTested] = useState(false);
  // The same fields are saved or tested, depending on the button.
  const purpose = useRef<'save' | 'test'>('save');
  const save = useSend('put', PATH, {
    wholeAccount: true,
    changes: [PATH, '/v1/audit'],
    onSuccess: () => say(texts.saved),
  });
  const test = useSend('post', `${PATH}/test`, {
    wholeAccount: true,
    onSuccess: ({ ok }) => ok && say(texts.testOk),
  });
  const send = (values: Values) => {
    const place = placeFrom(kind, values);
    setTested(purpose.current === 'test');
    if (purpose.current === 'test') test.mutate({ body: place });
    else
      save.mutate({
        body: {
          ...place,
          enabled: values['enabled'] !== undefined,
          content: values['content'] !== undefined,
        },
      });
  };
  const error = tested ? test.error : save.error;
  const result = tested && !test.isPending ? test.data : undefined;
  return (
    <Form onSubmit={send} error={error} fields={FIELDS}>
      <RadioGroup label={texts.kind}>
        {(['s3', 'folder'] as const).map((each) => (
          <Radio
            key={each}
            name="kind"
            value={each}
            checked={kind === each}
            disabled={each === 'folder' && !foldersAllowed}
            onChange={() => setKind(each)}
            label={texts.kinds[each]}
            hint={each === 'folder' && !foldersAllowed ? texts.noFolders : undefined}
          />
        ))}
      </RadioGroup>
      {kind === 's3' ? (
        <BucketFields settings={settings} error={error} />
      ) : (
        <Field label={texts.folder} hint={texts.folderHint} fault={faultOf(error, 'folder')}>
          <Input
            name="folder"
            required
            maxLength={500}
            autoComplete="off"
            placeholder="daily"
            defaultValue={schedule?.folder ?? ''}
          />
        </Field>
      )}
      <Checkbox
        name="content"
        label={texts.content}
        hint={contentAllowed ? texts.contentHint : texts.noContent}
        disabled={!contentAllowed && !schedule?.content}
        defaultChecked={schedule?.content ?? false}
      />
      <Checkbox name="enabled" label={texts.enabled} defaultChecked={schedule?.enabled ?? true} />
      {result?.error && (
        <AlertBox>
          <p className="min-w-0">
            {texts.faults[result.error]}
            {result.errorDetail !== null && ` ${texts.detail(result.errorDetail)}`}
          </p>
        </AlertBox>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          look="main"
          type="submit"
          busy={save.isPending}
          onClick={() => {
            purpose.current = 'save';
          }}
        >
          {texts.save}
        </Button>
        <Button
          type="submit"
          busy={test.isPending}
          onClick={() => {
            purpose.current = 'test';
          }}
        >
          {texts.test}
        </Button>
      </div>
    </Form>
  );
}

function BucketFields({ settings: { schedule }, error }: { settings: DailyExportSettings; error: unknown }) {
  const texts = useTexts(exportsTexts);
  const s3 = schedule?.s3 ?? null;
  const field = (name: string) => ({ fault: faultOf(error, name) });
  const input = (name: string) => ({ name, autoComplete: 'off', maxLength: 500 });
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <Field label={texts.endpoint} hint={texts.endpointHint} {...field('endpoint')}>
        <Input
          {...input('endpoint')}
          type="url"
          placeholder="https://minio.example.com"
          defaultValue={s3?.endpoint ?? ''}
        />
      </Field>
      <Field label={texts.region} {...field('region')}>
        <Input {...input('region')} required maxLength={40} defaultValue={s3?.region ?? 'us-east-1'} />
      </Field>
      <Field label={texts.bucket} {...field('bucket')}>
        <Input {...input('bucket')} required minLength={3} maxLength={63} defaultValue={s3?.bucket ?? ''} />
      </Field>
      <Field label={texts.prefix} {...field('prefix')}>
        <Input {...input('prefix')} placeholder="tracewell/acme" defaultValue={s3?.prefix ?? ''} />
      </Field>
      <Field label={texts.keyId} hint={s3 ? texts.keptKey : undefined} {...field('accessKeyId')}>
        <Input
          {...input('accessKeyId')}
          required={s3 === null}
          maxLength={200}
          placeholder={s3?.accessKeyId}
        />
      </Field>
      <Field label={texts.secret} hint={s3 ? texts.keptKey : texts.secretHint} {...field('secretAccessKey')}>
        <PasswordInput {...input('secretAccessKey')} required={s3 === null} autoComplete="new-password" />
      </Field>
    </div>
  );
}
