// A text in another language, about as long as the answer it replaces.

const CJK = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\p{Script=Hangul}]/gu;
const LETTER = /\p{L}/gu;

// About the sea and the weather, so that they answer hardly any question.
const JAPANESE = [
  '今朝の海はとても静かで、遠くの島まではっきりと見えました。',
  '港の猫たちは日なたで眠り、漁師は網をゆっくりと繕っています。',
  '午後になると南から風が吹き、白い雲が山の方へ流れていきました。',
  '子どもたちは砂浜で貝殻を集め、夕方まで楽しく遊んでいました。',
  '夜には星がよく見えるので、窓を開けたまま眠ることもあります。',
];
const FINNISH = [
  'Tänä aamuna meri oli aivan tyyni, ja kaukaiset saaret näkyivät selvästi. ',
  'Sataman kissat nukkuivat auringossa, kun kalastaja paikkasi verkkojaan kaikessa rauhassa. ',
  'Iltapäivällä tuuli kääntyi etelään, ja valkoiset pilvet kulkivat kohti vuoria. ',
  'Lapset keräsivät simpukoita hiekalta ja leikkivät rannalla iltaan asti. ',
  'Yöllä tähdet näkyvät niin kirkkaina, että nukumme usein ikkuna auki. ',
];

const MAX_CHARS = 1_200;
/** Share of the letters: a Japanese name in an English text does not make it Japanese. */
const CJK_SHARE = 0.2;

export function offLanguage(text: string, draw: () => number): string | null {
  const letters = text.match(LETTER)?.length ?? 0;
  if (letters === 0) return null;
  const isCjk = (text.match(CJK)?.length ?? 0) / letters >= CJK_SHARE;
  const passage = isCjk ? FINNISH : JAPANESE;
  const length = Math.min(text.length, MAX_CHARS);
  const first = Math.floor(draw() * passage.length);
  let made = passage[first] ?? '';
  for (let at = first + 1; made.length < length; at += 1) made += passage[at % passage.length] ?? '';
  return made.trim();
}
