import { classNames } from '#lib/class-names';

interface PlainTextProps {
  text: string;
  /** For the output of programs. */
  isCode?: boolean;
}

export const PlainText = ({ text, isCode = false }: PlainTextProps) => (
  <p className={classNames('min-w-0 break-words whitespace-pre-wrap', isCode && 'font-mono text-sm')}>
    {text}
  </p>
);
