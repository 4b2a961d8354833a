// The actions on a call: open it in the playground, judge it, add it to a dataset or a review queue, copy its
// request, erase it.
import { Clipboard, SquareTerminal } from 'lucide-react';
import { useMayManage, useSession } from '#api';
import { useTexts } from '#i18n';
import { copy } from '#lib/copy';
import { Button, ButtonLink } from '../button.tsx';
import { AddToDataset } from '../dataset/add-to-dataset.tsx';
import { JudgeNow } from '../judge/judge-now.tsx';
import { Menu, MenuItem } from '../menu.tsx';
import { AddToQueue } from '../review-queue/add-to-queue.tsx';
import { say } from '../toast.tsx';
import { kitTexts } from '../texts.ts';
import { callAsCurl, requestOf } from './as-request.ts';
import { EraseCall } from './erase-call.tsx';
import { hasContent, metaOf } from './meta.ts';
import { callTexts } from './texts.ts';
import type { CallData } from './types.ts';

export function CallActions({ call }: { call: CallData }) {
  const { role, account } = useSession();
  const mayManage = useMayManage();
  const texts = useTexts(callTexts);
  const readable = hasContent(metaOf(call));
  return (
    <>
      {readable && role !== 'viewer' && (
        <ButtonLink size="small" to="/playground" search={{ call: call.id }}>
          <SquareTerminal size={16} aria-hidden />
          {texts.openInPlayground}
        </ButtonLink>
      )}
      <JudgeNow about="call" id={call.id} />
      {readable && <CopyRequest call={call} />}
      {readable && role !== 'viewer' && account.plan !== 'free' && <AddToDataset callIds={[call.id]} />}
      {role !== 'viewer' && <AddToQueue calls={{ callIds: [call.id] }} />}
      {mayManage && <EraseCall callId={call.id} />}
    </>
  );
}

function CopyRequest({ call }: { call: CallData }) {
  const texts = useTexts(callTexts);
  const kit = useTexts(kitTexts);
  const take = (text: string) =>
    void copy(text).then((worked) =>
      say(worked ? texts.requestCopied : kit.copyFailed, worked ? 'good' : 'bad'),
    );
  return (
    <Menu
      align="end"
      trigger={
        <Button size="small" icon={<Clipboard size={16} aria-hidden />}>
          {texts.copyAs}
        </Button>
      }
    >
      <MenuItem onSelect={() => take(callAsCurl(call))}>{texts.asCurl}</MenuItem>
      <MenuItem onSelect={() => take(JSON.stringify(requestOf(call), null, 2))}>{texts.asJson}</MenuItem>
    </Menu>
  );
}
