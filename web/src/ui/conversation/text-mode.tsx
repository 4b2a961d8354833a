// How messages are shown: Markdown drawn, or the text as it was sent. One choice for all pages, remembered by
// the browser.
import { useTexts } from '#i18n';
import { stored, useStored } from '#lib/stored';
import { Segments } from '../tabs.tsx';
import { conversationTexts } from './texts.ts';

const MODES = ['rendered', 'sent'] as const;
type TextMode = (typeof MODES)[number];

const chosen = stored<TextMode>('messages', (text) => MODES.find((mode) => mode === text) ?? 'rendered');

export const useTextMode = (): TextMode => useStored(chosen);

export function TextModeChoice() {
  const texts = useTexts(conversationTexts);
  return (
    <Segments
      label={texts.textMode}
      value={useTextMode()}
      onChange={chosen.set}
      options={MODES.map((value) => ({ value, label: texts.textModes[value] }))}
    />
  );
}
