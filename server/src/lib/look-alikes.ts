// Letters of other scripts that look like Latin ones, by the table of Unicode for confusable characters (UTS 39):
// those of Cyrillic, Greek and Armenian, and Latin letters with another form. Full-width letters and mathematical
// alphabets are Latin letters after NFKC.

/** Pairs: the letters that look like the Latin one before them. */
const LOOK_ALIKES = `
a\u0430\u03b1\u0251 A\u0410\u0391 b\u044c\u0184\u0185 B\u0412\u0392 c\u0441\u03f2\u1d04 C\u0421\u03f9 d\u0501
e\u0435\u0454\u03b5\u212e\u0258 E\u0415\u0395 g\u0261\u0581\u018d G\u050c h\u04bb\u0570 H\u041d\u0397
i\u0456\u03b9\u0131\u0269\u04cf I\u0406\u0399\u04c0 j\u0458\u03f3\u0237 J\u0408\u037f k\u043a\u03ba K\u041a\u039a
l\u01c0\u05c0 m\u043c M\u041c\u039c n\u043f\u0578\u057c N\u039d o\u043e\u03bf\u03c3\u0585\u1d0f O\u041e\u039f\u0555
p\u0440\u03c1 P\u0420\u03a1 q\u051b\u0563\u0566 Q\u051a r\u0433\u1d26 s\u0455\u01bd S\u0405\u054f t\u0442\u03c4 T\u0422\u03a4
u\u03c5\u057d\u028b U\u054d v\u0475\u03bd V\u0474 w\u0461\u051d\u0561\u03c9 W\u051c x\u0445\u03c7 X\u0425\u03a7
y\u0443\u04af\u03b3\u028f Y\u0423\u04ae\u03a5 z\u1d22 Z\u0396 -\u2010\u2011\u2012\u2013\u2014\u2212\u02d7 .\u2024\u0660
/\u2044\u2215 _\u02cd`;

const latin = new Map(
  LOOK_ALIKES.trim()
    .split(/\s+/)
    .flatMap(([letter = '', ...others]) => others.map((other) => [other, letter] as const)),
);

const PLAIN = /^[ -~]*$/;
/** Accents on letters of these scripts; in others, such as kana, a mark makes another letter. */
const ACCENTS = /(?<=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])\p{M}+/gu;

/**
 * The Latin text that a text looks like. A text that has letters without a look-alike is a word of another
 * language, and stays as it is.
 */
export function withoutLookAlikes(text: string): string {
  if (PLAIN.test(text)) return text;
  const bare = text.normalize('NFKD').replaceAll(ACCENTS, '');
  const plain = Array.from(bare, (one) => latin.get(one) ?? one).join('');
  return PLAIN.test(plain) ? plain : text;
}
