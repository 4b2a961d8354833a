import { Check, Link2 } from 'lucide-react';
import { copy } from '#lib/copy';
import { useTexts } from '#i18n';
import { IconButton } from './button.tsx';
import { say } from './toast.tsx';
import { kitTexts } from './texts.ts';
import { useDone } from './use-done.ts';

/** The URL contains the project, the window and the filters, so others see the same. */
export function CopyLink() {
  const texts = useTexts(kitTexts);
  const [done, setDone] = useDone();
  return (
    <>
      <IconButton
        label={texts.linkToPage}
        icon={done ? <Check size={16} aria-hidden /> : <Link2 size={16} aria-hidden />}
        onClick={() =>
          void copy(location.href).then((worked) => (worked ? setDone() : say(texts.copyFailed, 'bad')))
        }
      />
      <span aria-live="polite" className="sr-only">
        {done ? texts.copied : ''}
      </span>
    </>
  );
}
