import { useRef, useState } from 'react';
import { useSend } from '#api';
import { useTexts } from '#i18n';
import {
  AlertBox,
  Button,
  Checkbox,
  DraftForm,
  Radio,
  RadioGroup,
  TextField,
  say,
  useDraft,
  type Draft,
} from '#ui';
import { exportsTexts } from './texts.ts';
import type { DailyExportSettings, NewSchedule } from './types.ts';

const PATH = '/v1/account/export-schedule';

const KINDS = ['s3', 'folder'] as const;

const draftOf = ({ schedule }: DailyExportSettings) => ({
  kind: schedule && !schedule.s3 ? KINDS[1] : KINDS[0],
  endpoint: schedule?.s3?.endpoint ?? '',
  region: schedule?.s3?.region ?? 'us-east-1',
  bucket: schedule?.s3?.bucket ?? '',
  prefix: schedule?.s3?.prefix ?? '',
  accessKeyId: '',
  secretAccessKey: '',
  folder: schedule?.folder ?? '',
  content: schedule?.content ?? false,
  enabled: schedule?.enabled ?? true,
});
type Values = ReturnType<typeof draftOf>;

/** What the form says about the place. Empty fields of the key keep the stored one. */
function placeIn(values: Values): Pick<NewSchedule, 's3' | 'folder'> {
  const text = (name: keyof Values) => String(values[name]).trim();
  if (values.kind === 'folder') return { folder: text('folder') };
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

export function ExportPlaceForm({ settings }: { settings: DailyExportSettings }) {
  const texts = useTexts(exportsTexts);
  const { schedule, contentAllowed } = settings;
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
  const draft = useDraft(draftOf(settings), tested ? test : save);
  const { content, enabled, kind } = draft.values;
  const send = (values: Values) => {
    const place = placeIn(values);
    setTested(purpose.current === 'test');
    if (purpose.current === 'test') test.mutate({ body: place });
    else save.mutate({ body: { ...place, enabled, content } });
  };
  const result = tested && !test.isPending ? test.data : undefined;
  const submit = (what: 'save' | 'test') => () => {
    purpose.current = what;
  };
  return (
    <DraftForm of={draft} onSend={send}>
      <PlaceFields of={draft} settings={settings} />
      {kind === 's3' && <BucketFields of={draft} settings={settings} />}
      <Checkbox
        label={texts.content}
        hint={contentAllowed ? texts.contentHint : texts.noContent}
        disabled={!contentAllowed && !schedule?.content}
        checked={content}
        onChange={({ target }) => draft.set({ content: target.checked })}
      />
      <Checkbox
        label={texts.enabled}
        checked={enabled}
        onChange={({ target }) => draft.set({ enabled: target.checked })}
      />
      {result?.error && (
        <AlertBox>
          <p className="min-w-0">
            {texts.faults[result.error]}
            {result.errorDetail !== null && ` ${texts.detail(result.errorDetail)}`}
          </p>
        </AlertBox>
      )}
      <div className="flex flex-wrap gap-2">
        <Button look="main" type="submit" busy={save.isPending} onClick={submit('save')}>
          {texts.save}
        </Button>
        <Button type="submit" busy={test.isPending} onClick={submit('test')}>
          {texts.test}
        </Button>
      </div>
    </DraftForm>
  );
}

interface FieldsProps {
  of: Draft<Values>;
  settings: DailyExportSettings;
}

function PlaceFields({ of, settings: { foldersAllowed } }: FieldsProps) {
  const texts = useTexts(exportsTexts);
  const { kind } = of.values;
  return (
    <>
      <RadioGroup label={texts.kind}>
        {KINDS.map((each) => (
          <Radio
            key={each}
            name="kind"
            checked={kind === each}
            disabled={each === 'folder' && !foldersAllowed}
            onChange={() => of.set({ kind: each })}
            label={texts.kinds[each]}
            hint={each === 'folder' && !foldersAllowed ? texts.noFolders : undefined}
          />
        ))}
      </RadioGroup>
      {kind === 'folder' && (
        <TextField
          of={of}
          name="folder"
          label={texts.folder}
          hint={texts.folderHint}
          required
          maxLength={500}
          placeholder="daily"
        />
      )}
    </>
  );
}

function BucketFields({ of, settings: { schedule } }: FieldsProps) {
  const texts = useTexts(exportsTexts);
  const s3 = schedule?.s3 ?? null;
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <TextField
        of={of}
        name="endpoint"
        label={texts.endpoint}
        hint={texts.endpointHint}
        type="url"
        maxLength={500}
        placeholder="https://minio.example.com"
      />
      <TextField of={of} name="region" label={texts.region} required maxLength={40} />
      <TextField of={of} name="bucket" label={texts.bucket} required minLength={3} maxLength={63} />
      <TextField of={of} name="prefix" label={texts.prefix} maxLength={500} placeholder="tracewell/acme" />
      <TextField
        of={of}
        name="accessKeyId"
        label={texts.keyId}
        hint={s3 ? texts.keptKey : undefined}
        required={s3 === null}
        maxLength={200}
        placeholder={s3?.accessKeyId}
      />
      <TextField
        of={of}
        name="secretAccessKey"
        type="password"
        label={texts.secret}
        hint={s3 ? texts.keptKey : texts.secretHint}
        required={s3 === null}
        maxLength={500}
        autoComplete="new-password"
      />
    </div>
  );
}
