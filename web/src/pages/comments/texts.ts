import { defineTexts } from '#i18n';

export const mentionTexts = defineTexts(
  {
    title: 'Mentions',
    about: 'Comments in which someone mentions you.',
    none: 'No one has mentioned you yet.',
    noneAbout: 'A comment on a call, a run or a session mentions you by @ and your email.',
    open: 'Open',
    allRead: 'Mark all as read',
    missing: 'This comment does not exist any more.',
    missingAbout: 'Someone deleted it, or what it was about.',
  },
  {
    title: 'メンション',
    about: 'あなた宛てのコメントです。',
    none: 'あなた宛てのコメントはまだありません。',
    noneAbout:
      '呼び出し、実行、セッションへのコメントに @ とメールアドレスが書かれると、ここに表示されます。',
    open: '開く',
    allRead: 'すべて既読にする',
    missing: 'このコメントはもうありません。',
    missingAbout: 'コメント、またはその対象が削除されました。',
  },
);
