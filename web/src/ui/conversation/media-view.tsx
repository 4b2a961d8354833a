// An image, a sound or a file of a message. Inline data and stored files are shown at once. A file on a host is loaded only after a
// click, because the host learns who views it.
import type { MediaPart } from '@tracewell/sdk/reading';
import { Download, FileQuestion, Image, Volume2 } from 'lucide-react';
import { useState } from 'react';
import { useFormat, useTexts } from '#i18n';
import { Button } from '../button.tsx';
import { mediaSource } from './media-source.ts';
import { conversationTexts } from './texts.ts';

interface MediaViewProps {
  media: MediaPart;
  alt?: string;
}

export function MediaView({ media, alt = '' }: MediaViewProps) {
  const texts = useTexts(conversationTexts);
  const [asked, setAsked] = useState(false);
  const [broken, setBroken] = useState(false);
  const [large, setLarge] = useState(false);
  const format = useFormat();
  const source = mediaSource(media);
  if (source === null) return <Notice text={texts.media(media.mediaType ?? media.type)} />;
  if (source.from === 'host' && (source.kind === null || broken))
    return (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Notice text={broken ? texts.notLoaded(source.host) : texts.media(media.mediaType ?? media.type)} />
        <a
          href={source.url}
          target="_blank"
          rel="noreferrer noopener"
          className="text-accent underline underline-offset-3"
        >
          {texts.openAt(source.host)}
        </a>
      </span>
    );
  if (broken)
    return (
      <Notice text={source.from === 'service' ? texts.gone(media.mediaType ?? media.type) : texts.damaged} />
    );
  if (source.from === 'service' && source.kind === 'file')
    return (
      <a
        href={source.url}
        download={media.name ?? ''}
        className="inline-flex max-w-full items-center gap-2 text-accent underline underline-offset-3"
      >
        <Download size={16} aria-hidden className="shrink-0" />
        <span className="truncate">
          {texts.download(
            media.name ?? media.mediaType ?? media.type,
            media.stored?.bytes === undefined ? '' : format.bytes(media.stored.bytes),
          )}
        </span>
      </a>
    );
  if (source.from === 'host' && !asked) {
    const isImage = source.kind === 'image';
    return (
      <Button
        size="small"
        title={source.url}
        className="max-w-full min-w-0"
        icon={isImage ? <Image size={16} aria-hidden /> : <Volume2 size={16} aria-hidden />}
        onClick={() => setAsked(true)}
      >
        <span className="truncate">
          {isImage ? texts.loadImage(source.host) : texts.loadAudio(source.host)}
        </span>
      </Button>
    );
  }
  if (source.kind === 'audio')
    return (
      <figure className="grid w-full max-w-md min-w-0 gap-2">
        <audio
          controls
          preload="metadata"
          src={source.url}
          aria-label={texts.audio}
          onError={() => setBroken(true)}
          className="block w-full"
        />
        {media.transcript !== undefined && (
          <figcaption className="border-l-2 pl-3 break-words whitespace-pre-wrap">
            <span className="sr-only">{texts.transcript}: </span>
            {media.transcript}
          </figcaption>
        )}
      </figure>
    );
  if (source.kind === 'video')
    return (
      <video
        controls
        preload="metadata"
        src={source.url}
        aria-label={texts.video}
        onError={() => setBroken(true)}
        className="block max-h-96 max-w-full rounded-md border"
      />
    );
  if (source.from === 'service')
    return (
      <button
        type="button"
        aria-expanded={large}
        title={large ? texts.smaller : texts.larger}
        onClick={() => setLarge(!large)}
        className="block max-w-full cursor-zoom-in rounded-md aria-expanded:cursor-zoom-out"
      >
        <img
          src={source.url}
          alt={alt || texts.image}
          loading="lazy"
          onError={() => setBroken(true)}
          className={`block max-w-full rounded-md border object-contain ${large ? '' : 'max-h-60'}`}
        />
      </button>
    );
  return (
    <img
      src={source.url}
      alt={alt || texts.image}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
      className="block max-h-96 max-w-full rounded-md border object-contain"
    />
  );
}

const Notice = ({ text }: { text: string }) => (
  <span className="inline-flex items-center gap-2 text-muted">
    <FileQuestion size={16} aria-hidden className="shrink-0" />
    {text}
  </span>
);
