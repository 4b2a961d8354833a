import type { Schemas } from '#api';
import type { Formats } from '#lib/format';
import { defineWordings, onOneLine, wordFor } from '#lib/worded';

export interface ProposalWords {
  title: string;
  detail: string;
}

interface OfClass {
  classKind: string;
  className: string;
}

const classEn = ({ classKind, className }: OfClass): string =>
  classKind === '' ? 'calls without a prompt or a feature tag' : `${classKind} “${onOneLine(className)}”`;

const classJa = ({ classKind, className }: OfClass): string =>
  classKind === ''
    ? 'プロンプトも用途タグもない呼び出し'
    : `${classKind === 'prompt' ? 'プロンプト' : `タグ ${classKind}`}「${onOneLine(className)}」`;

interface Compared {
  source: string;
  own: number;
  ownScores: number | undefined;
  proposed: number;
  proposedScores: number | undefined;
}

/** Mean scores of both models by source. These figures have dynamic names: `score:<source>:<model>`. */
function comparedScores(figures: object, model: string, proposedModel: string): Compared[] {
  const all = new Map(Object.entries(figures) as [string, number][]);
  return [...all].flatMap(([name, own]) => {
    if (!name.startsWith('score:') || !name.endsWith(`:${model}`)) return [];
    const source = name.slice('score:'.length, -model.length - 1);
    const proposed = all.get(`score:${source}:${proposedModel}`);
    return proposed === undefined
      ? []
      : [
          {
            source,
            own,
            ownScores: all.get(`scores:${source}:${model}`),
            proposed,
            proposedScores: all.get(`scores:${source}:${proposedModel}`),
          },
        ];
  });
}

const scoresEn = (format: Formats) => (each: Compared) => {
  const counted = (count: number | undefined) =>
    count === undefined ? '' : ` (${format.count(count)} scores)`;
  return `${each.source === 'human' ? 'by people' : `by criterion ${each.source}`} ${each.proposed.toFixed(2)}${counted(each.proposedScores)} against ${each.own.toFixed(2)}${counted(each.ownScores)}`;
};

const scoresJa = (format: Formats) => (each: Compared) => {
  const counted = (count: number | undefined) => (count === undefined ? '' : `（${format.count(count)} 件）`);
  return `${each.source === 'human' ? '人による評価' : `基準 ${each.source}`} ${each.proposed.toFixed(2)}${counted(each.proposedScores)}、現在は ${each.own.toFixed(2)}${counted(each.ownScores)}`;
};

const MILLION = 1_000_000;
const oneIn = (pValue: number, format: Formats): string | null =>
  pValue < 1 / MILLION ? null : format.count(1 / pValue);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const proposalWordings = defineWordings<Schemas['ProposalFigures'], ProposalWords>(
  {
    cheaper_model: (f, format) => ({
      title: `Use ${f.proposedModel} instead of ${onOneLine(f.model)} for ${classEn(f)}`,
      detail:
        `${format.count(f.calls)} calls cost ${format.money(f.spentUsd)}. With the same tokens, ${f.proposedModel} costs ${format.share(f.proposedUsd / f.listedUsd)} of what ${onOneLine(f.model)} does. ` +
        (f.basis === 'scores'
          ? `It was scored at least as well on the same use: ${comparedScores(f, f.model, f.proposedModel).map(scoresEn(format)).join('; ')}.`
          : `The calls are short: 95% of them have at most ${format.count(f.inputP95)} tokens of input and ${format.count(f.outputP95)} of output, ${format.count(f.toolCalls)} called a tool and ${format.share(f.errorRate)} failed. No one has scored ${f.proposedModel} on them yet: try it before you switch.`),
    }),
    prompt_caching: (f, format) => ({
      title: `Have ${onOneLine(f.model)} cache the beginning of the inputs of ${classEn(f)}`,
      detail:
        `${format.count(f.calls)} calls send about ${format.count(f.medianInputTokens)} tokens each, rarely fewer than ${format.count(f.cacheableTokens)}, and ${format.share(f.cachedShare)} of it is read from the cache. ` +
        `${format.share(f.hits / f.calls)} of the calls come within the same five minutes as one before them. If the first ${format.count(f.cacheableTokens)} tokens are the same each time, the calls would cost ${format.money(f.cachedUsd)} instead of ${format.money(f.spentUsd)}${f.extraPerWriteUsd > 0 ? ', including what it costs to fill the cache' : ''}. ` +
        wordFor(
          {
            explicit: 'Mark the end of the fixed part with cache_control.',
            automatic:
              'The provider caches identical beginnings automatically: put what changes (times, ids, the question) after what does not.',
          },
          f.caching,
        ),
    }),
    repeated_calls: (f, format) => ({
      title: `Reuse answers for ${classEn(f)} instead of asking ${onOneLine(f.model)} again`,
      detail:
        `${format.count(f.repeats)} of ${format.count(f.calls)} calls (${format.share(f.repeats / f.calls)}) had exactly the input of another call of the same day and model, one of them ${format.count(f.mostInADay)} times in a day. All but the first of each day cost ${format.money(f.repeatsCostUsd)}. ` +
        wordFor(
          {
            certain: 'The same input gives the same embedding.',
            unknown: 'If different answers to the same input are wanted, dismiss this.',
          },
          f.sameAnswer,
        ),
    }),
    failing_prompt_version: (f, format) => {
      const chance = oneIn(f.pValue, format);
      const findings = [
        ...('errorRate' in f
          ? [
              `${format.share(f.errorRate)} of its ${format.count(f.calls)} calls failed, against ${format.share(f.errorRateBefore)} of the ${format.count(f.callsBefore)} calls of version “${onOneLine(f.versionBefore)}”`,
            ]
          : []),
        ...('meanScore' in f
          ? [
              `${f.scoredBy === 'human' ? 'people gave' : `criterion ${f.scoredBy} gave`} it ${f.meanScore?.toFixed(2)} on a scale from 0 to 1 (${format.count(f.scores)} scores), against ${f.meanScoreBefore?.toFixed(2)} (${format.count(f.scoresBefore)}) for version “${onOneLine(f.scoredVersionBefore ?? '')}”`,
            ]
          : []),
      ];
      return {
        title: `Version “${onOneLine(f.version)}” of prompt “${onOneLine(f.prompt)}” ${'errorRate' in f ? 'fails more often' : 'is scored lower'} than version “${onOneLine(f.versionBefore)}”`,
        detail:
          `${capital(findings.join('; '))}. Chance alone would show as much in one case in ${chance ?? 'more than a million'}. ` +
          `The calls that failed cost ${format.money(f.errorsCostUsd)}. Roll back, or compare the two versions.`,
      };
    },
    long_context: (f, format) => ({
      title: `Shorten the growing context of ${classEn(f)} (${onOneLine(f.model)})`,
      detail: `Along ${format.count(f.threads)} sessions or traces the input grows to as much as ${format.count(f.longestInputTokens)} tokens, while half of all calls have at most ${format.count(f.medianInputTokens)}; the output does not grow. ${format.count(f.longCalls)} of their calls exceed ${format.count(f.cutToTokens)} tokens, which is enough for three of four calls, and cost ${format.money(f.spentUsd)}. Cut to that length, by summarising or leaving out what is old, they would cost ${format.money((f.spentUsd * f.cutUsd) / f.listedUsd)}.`,
    }),
  },
  {
    cheaper_model: (f, format) => ({
      title: `${classJa(f)}に ${onOneLine(f.model)} ではなく ${f.proposedModel} を使う`,
      detail:
        `${format.count(f.calls)} 件の呼び出しに ${format.money(f.spentUsd)} かかりました。同じトークン数なら、${f.proposedModel} の費用は ${onOneLine(f.model)} の ${format.share(f.proposedUsd / f.listedUsd)} です。` +
        (f.basis === 'scores'
          ? `同じ用途で同等以上の評価を得ています: ${comparedScores(f, f.model, f.proposedModel).map(scoresJa(format)).join('。')}。`
          : `短い呼び出しです。95 % は入力 ${format.count(f.inputP95)} トークン以下、出力 ${format.count(f.outputP95)} トークン以下で、ツールを使ったものは ${format.count(f.toolCalls)} 件、失敗は ${format.share(f.errorRate)} です。${f.proposedModel} はまだ評価されていないため、切り替える前に試してください。`),
    }),
    prompt_caching: (f, format) => ({
      title: `${classJa(f)}の入力の先頭を ${onOneLine(f.model)} にキャッシュさせる`,
      detail:
        `${format.count(f.calls)} 件の呼び出しがそれぞれ約 ${format.count(f.medianInputTokens)} トークンを送り、${format.count(f.cacheableTokens)} トークンを下回ることはまれです。キャッシュから読まれたのは ${format.share(f.cachedShare)} です。` +
        `呼び出しの ${format.share(f.hits / f.calls)} は、直前の呼び出しから 5 分以内に送られています。先頭の ${format.count(f.cacheableTokens)} トークンが毎回同じなら、全体の費用は ${format.money(f.spentUsd)} ではなく ${format.money(f.cachedUsd)} になります${f.extraPerWriteUsd > 0 ? '（キャッシュへの書き込み費用を含む）' : ''}。` +
        wordFor(
          {
            explicit: '固定部分の終わりに cache_control を付けてください。',
            automatic:
              '同じ先頭部分はプロバイダーが自動でキャッシュします。変わるもの（時刻、ID、質問）は、変わらないものの後ろに置いてください。',
          },
          f.caching,
        ),
    }),
    repeated_calls: (f, format) => ({
      title: `${classJa(f)}で ${onOneLine(f.model)} に再び尋ねず、回答を再利用する`,
      detail:
        `${format.count(f.calls)} 件中 ${format.count(f.repeats)} 件（${format.share(f.repeats / f.calls)}）の呼び出しは、同じ日・同じモデルの別の呼び出しと入力がまったく同じでした。最も多いものは 1 日に ${format.count(f.mostInADay)} 回です。各日の最初の 1 回を除いた費用は ${format.money(f.repeatsCostUsd)} です。` +
        wordFor(
          {
            certain: '同じ入力からは同じ埋め込みが得られます。',
            unknown: '同じ入力に異なる回答が必要な場合は、この提案を却下してください。',
          },
          f.sameAnswer,
        ),
    }),
    failing_prompt_version: (f, format) => {
      const chance = oneIn(f.pValue, format);
      const findings = [
        ...('errorRate' in f
          ? [
              `${format.count(f.calls)} 件の呼び出しの ${format.share(f.errorRate)} が失敗しました（版「${onOneLine(f.versionBefore)}」は ${format.count(f.callsBefore)} 件の ${format.share(f.errorRateBefore)}）。`,
            ]
          : []),
        ...('meanScore' in f
          ? [
              `${f.scoredBy === 'human' ? '人による評価' : `基準 ${f.scoredBy} の評価`}の平均は 0 から 1 の尺度で ${f.meanScore?.toFixed(2)}（${format.count(f.scores)} 件）です（版「${onOneLine(f.scoredVersionBefore ?? '')}」は ${f.meanScoreBefore?.toFixed(2)}、${format.count(f.scoresBefore)} 件）。`,
            ]
          : []),
      ];
      return {
        title: `プロンプト「${onOneLine(f.prompt)}」の版「${onOneLine(f.version)}」は版「${onOneLine(f.versionBefore)}」より${'errorRate' in f ? '失敗が多い' : '評価が低い'}`,
        detail:
          `${findings.join('')}偶然にこれほどの差が出るのは ${chance === null ? '100 万回に 1 回未満' : `約 ${chance} 回に 1 回`}です。` +
          `失敗した呼び出しの費用は ${format.money(f.errorsCostUsd)} です。前の版に戻すか、2 つの版を比較してください。`,
      };
    },
    long_context: (f, format) => ({
      title: `${classJa(f)}の長くなるコンテキストを短縮する（${onOneLine(f.model)}）`,
      detail: `${format.count(f.threads)} 件のセッションまたはトレースで、入力が最大 ${format.count(f.longestInputTokens)} トークンまで増えています。呼び出しの半数は ${format.count(f.medianInputTokens)} トークン以下で、出力は増えていません。そのうち ${format.count(f.longCalls)} 件は、4 件に 3 件が収まる ${format.count(f.cutToTokens)} トークンを超え、費用は ${format.money(f.spentUsd)} です。古い内容を要約するか省いてこの長さにすると、${format.money((f.spentUsd * f.cutUsd) / f.listedUsd)} になります。`,
    }),
  },
);
