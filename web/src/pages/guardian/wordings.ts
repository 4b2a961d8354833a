// Title and detail of each kind of finding. A finding that summarises the rest of a day says so first.
import type { Schemas } from '#api';
import { defineWordings, plural, onOneLine, wordFor } from '#lib/worded';
import { guardianTexts } from './texts.ts';

export interface FindingWords {
  title: string;
  detail: string;
}

type Found = keyof typeof guardianTexts.en.found;

/** What the redaction found; a kind unknown to the dashboard is called personal data. */
const foundEn = (redaction: string): string =>
  Object.hasOwn(guardianTexts.en.found, redaction)
    ? guardianTexts.en.found[redaction as Found]
    : 'Personal data';
const foundJa = (redaction: string): string =>
  Object.hasOwn(guardianTexts.ja.found, redaction) ? guardianTexts.ja.found[redaction as Found] : '個人情報';

/** Lower-cased for use within a sentence; acronyms keep their capitals. */
const within = (name: string): string =>
  /^[A-Z][a-z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;

const calls = (count: number, shown: string): string => `${shown} ${plural(count, 'call')}`;
const times = (ratio: number, figure: (value: number) => string): string =>
  figure(ratio < 10 ? Math.round(ratio * 10) / 10 : Math.round(ratio));

interface OfMany {
  day?: string;
  ownFindings?: number;
}

function manyEn(
  figures: OfMany,
  kind: keyof typeof guardianTexts.en.kinds,
  { title, detail }: FindingWords,
): FindingWords {
  if (!('day' in figures)) return { title, detail };
  return {
    title: `${guardianTexts.en.kinds[kind]}: more on ${figures.day}`,
    detail: `${figures.ownFindings} of this day have their own findings. The latest of the others: ${title}. ${detail}`,
  };
}

function manyJa(
  figures: OfMany,
  kind: keyof typeof guardianTexts.en.kinds,
  { title, detail }: FindingWords,
): FindingWords {
  if (!('day' in figures)) return { title, detail };
  return {
    title: `${guardianTexts.ja.kinds[kind]}: ${figures.day} のその他`,
    detail: `この日の ${figures.ownFindings} 件には個別の検出があります。それ以外の最新のもの: ${title}。${detail}`,
  };
}

export const findingWordings = defineWordings<Schemas['FindingFigures'], FindingWords>(
  {
    tool_loop: (f, format) =>
      manyEn(f, 'tool_loop', {
        title: `${f.tool === '' ? 'A tool' : onOneLine(f.tool)} was called ${format.count(f.repeats)} times with the same arguments`,
        detail: `In trace ${onOneLine(f.traceId)}, ${f.tool === '' ? 'a tool without a name' : `the tool ${onOneLine(f.tool)}`} was called ${format.count(f.repeats)} times with exactly the same arguments. An agent that repeats a step rarely gets a different answer: check what the tool returns, and limit the loop.`,
      }),
    runaway_trace: (f, format) => {
      const spans = `${format.count(f.spans)} ${plural(f.spans, 'span')}`;
      const usual = (text: string) => (f.usualSpans > 0 ? text : 'not yet known');
      const bySpans = `${spans} (usual: ${usual(format.compact(f.usualSpans))})`;
      const byCost = `a cost of ${format.money(f.costUsd)} (usual: ${usual(format.money(f.usualCostUsd))})`;
      return manyEn(f, 'runaway_trace', {
        title: `A trace ran to ${wordFor({ spans, both: spans, cost: format.money(f.costUsd) }, f.over)}`,
        detail: `Trace ${onOneLine(f.traceId)} has ${wordFor({ spans: bySpans, cost: byCost, both: `${bySpans} and ${byCost}` }, f.over)}, with ${calls(f.calls, format.count(f.calls))} in it. Something did not stop when it should have, or had far more to do than usual.`,
      });
    },
    error_burst: (f, format) =>
      manyEn(f, 'error_burst', {
        title: `${format.share(f.errorRate)} of the calls failed`,
        detail:
          `${format.count(f.errors)} of ${calls(f.calls, format.count(f.calls))} failed in the ${format.count(f.windowMinutes)} minutes from ${format.time(f.startAt)}` +
          ('usualErrorRate' in f ? `; usually ${format.share(f.usualErrorRate)} do` : '') +
          ('model' in f ? `. Most of them went to ${f.provider} ${onOneLine(f.model)}.` : '.'),
      }),
    cost_spike: (f, format) =>
      manyEn(f, 'cost_spike', {
        title: `${format.money(f.costUsd)} spent in ${format.count(f.windowMinutes)} minutes`,
        detail:
          `${calls(f.calls, format.count(f.calls))} cost ${format.money(f.costUsd)} in the ${format.count(f.windowMinutes)} minutes from ${format.time(f.startAt)}: ` +
          `${times(f.costUsd / Math.max(f.highestUsualCostUsd, 0.01), format.compact)} times as much as all but the most expensive 1% of the two weeks before (${format.money(f.highestUsualCostUsd)}). The median is ${format.money(f.usualCostUsd)}.` +
          ('model' in f
            ? ` ${format.money(f.modelCostUsd)} of it went to ${f.provider} ${onOneLine(f.model)}.`
            : ''),
      }),
    latency_spike: (f, format) =>
      manyEn(f, 'latency_spike', {
        title: `${onOneLine(f.model)} is ${times(f.p75LatencyMs / Math.max(f.usualP50Ms, 1), format.compact)} times slower than usual`,
        detail: `A quarter of ${format.count(f.calls)} ${plural(f.calls, 'answer')} of ${f.provider} ${onOneLine(f.model)} took ${format.duration(f.p75LatencyMs)} or longer in the ${format.count(f.windowMinutes)} minutes from ${format.time(f.startAt)}. In the two weeks before, half took at most ${format.duration(f.usualP50Ms)} and 95% at most ${format.duration(f.usualP95Ms)}.`,
      }),
    retry_storm: (f, format) =>
      manyEn(f, 'retry_storm', {
        title: `The same input was sent to ${onOneLine(f.model)} ${format.count(f.attempts)} times within ${format.count(f.windowMinutes)} minutes`,
        detail: `The same input was sent to ${f.provider} ${onOneLine(f.model)} ${format.count(f.attempts)} times within ${format.count(f.windowMinutes)} minutes, and ${format.share(f.failures / f.attempts)} of the attempts failed. Retries should wait longer after each failure, and stop.`,
      }),
    pii_leak: (f, format) =>
      manyEn(f, 'pii_leak', {
        title: `${foundEn(f.redaction)} in outputs`,
        detail: `The outputs of ${format.count(f.calls)} new ${plural(f.calls, 'call')} contained ${within(foundEn(f.redaction))}${wordFor({ output: '', input_and_output: ', and so did their inputs: the model may have repeated what it was given' }, f.foundIn)}. They were replaced before anything was stored, but the readers of the answers have seen them.`,
      }),
    prompt_injection: (f, format) =>
      manyEn(f, 'prompt_injection', {
        title: `${wordFor({ attack: 'Prompt injection', content: 'Unsafe content' }, f.flaggedAs)}: ${onOneLine(f.label)}`,
        detail: `The safety classifier flagged ${calls(f.calls, format.count(f.calls))} as ${onOneLine(f.label)}, with a score of up to ${f.highestScore.toFixed(2)} of 1.${wordFor({ attack: ' A user, or content that the model read, may be trying to override its instructions.', content: '' }, f.flaggedAs)}`,
      }),
    secret_in_prompt: (f, format) =>
      manyEn(f, 'secret_in_prompt', {
        title: `${foundEn(f.redaction)} in prompts`,
        detail: `The inputs of ${format.count(f.calls)} new ${plural(f.calls, 'call')} contained ${within(foundEn(f.redaction))}. They were replaced before anything was stored here, but the provider has seen them: revoke them, and keep them out of prompts.`,
      }),
    silent_model_change: (f, format) =>
      manyEn(f, 'silent_model_change', {
        title: `${onOneLine(f.requestedModel)} is now answered by ${onOneLine(f.to)}`,
        detail: `Calls that ask ${f.provider} for ${onOneLine(f.requestedModel)} were answered by ${onOneLine(f.from)} (${calls(f.callsBefore, format.count(f.callsBefore))} in two weeks). Since ${format.time(f.changedAt)}, ${onOneLine(f.to)} answers: ${calls(f.callsAfter, format.count(f.callsAfter))} so far. Ask for a dated model to control such changes yourself, and run your evaluations against the new one.`,
      }),
  },
  {
    tool_loop: (f, format) =>
      manyJa(f, 'tool_loop', {
        title: `${f.tool === '' ? '名前のないツール' : onOneLine(f.tool)} が同じ引数で ${format.count(f.repeats)} 回呼び出されました`,
        detail: `トレース ${onOneLine(f.traceId)} で、${f.tool === '' ? '名前のないツール' : `ツール ${onOneLine(f.tool)}`} がまったく同じ引数で ${format.count(f.repeats)} 回呼び出されました。同じ手順を繰り返しても、結果はほとんど変わりません。ツールの戻り値を確認し、ループに上限を設けてください。`,
      }),
    runaway_trace: (f, format) => {
      const spans = `${format.count(f.spans)} スパン`;
      const usual = (text: string) => (f.usualSpans > 0 ? `通常 ${text}` : '通常値は不明');
      const bySpans = `${spans}（${usual(format.compact(f.usualSpans))}）`;
      const byCost = `コスト ${format.money(f.costUsd)}（${usual(format.money(f.usualCostUsd))}）`;
      return manyJa(f, 'runaway_trace', {
        title: `トレースが ${wordFor({ spans, both: spans, cost: format.money(f.costUsd) }, f.over)} に達しました`,
        detail: `トレース ${onOneLine(f.traceId)} は ${wordFor({ spans: bySpans, cost: byCost, both: `${bySpans}、${byCost}` }, f.over)} で、${format.count(f.calls)} 件の呼び出しを含みます。止まるべき処理が止まらなかったか、通常よりはるかに多い作業が与えられました。`,
      });
    },
    error_burst: (f, format) =>
      manyJa(f, 'error_burst', {
        title: `呼び出しの ${format.share(f.errorRate)} が失敗しました`,
        detail:
          `${format.time(f.startAt)} からの ${format.count(f.windowMinutes)} 分間に、${format.count(f.calls)} 件中 ${format.count(f.errors)} 件の呼び出しが失敗しました` +
          ('usualErrorRate' in f ? `（通常は ${format.share(f.usualErrorRate)}）` : '') +
          ('model' in f ? `。その多くは ${f.provider} の ${onOneLine(f.model)} への呼び出しです。` : '。'),
      }),
    cost_spike: (f, format) =>
      manyJa(f, 'cost_spike', {
        title: `${format.count(f.windowMinutes)} 分間に ${format.money(f.costUsd)} を使用しました`,
        detail:
          `${format.time(f.startAt)} からの ${format.count(f.windowMinutes)} 分間に、${format.count(f.calls)} 件の呼び出しで ${format.money(f.costUsd)} かかりました。` +
          `直前 2 週間の上位 1 % の水準（${format.money(f.highestUsualCostUsd)}）の ${times(f.costUsd / Math.max(f.highestUsualCostUsd, 0.01), format.compact)} 倍です。中央値は ${format.money(f.usualCostUsd)} です。` +
          ('model' in f
            ? `このうち ${format.money(f.modelCostUsd)} は ${f.provider} の ${onOneLine(f.model)} によるものです。`
            : ''),
      }),
    latency_spike: (f, format) =>
      manyJa(f, 'latency_spike', {
        title: `${onOneLine(f.model)} の応答が通常の ${times(f.p75LatencyMs / Math.max(f.usualP50Ms, 1), format.compact)} 倍遅くなっています`,
        detail: `${format.time(f.startAt)} からの ${format.count(f.windowMinutes)} 分間に、${f.provider} の ${onOneLine(f.model)} の応答 ${format.count(f.calls)} 件のうち 4 分の 1 が ${format.duration(f.p75LatencyMs)} 以上かかりました。直前 2 週間は、半数が ${format.duration(f.usualP50Ms)} 以内、95 % が ${format.duration(f.usualP95Ms)} 以内でした。`,
      }),
    retry_storm: (f, format) =>
      manyJa(f, 'retry_storm', {
        title: `同じ入力が ${format.count(f.windowMinutes)} 分間に ${format.count(f.attempts)} 回 ${onOneLine(f.model)} に送信されました`,
        detail: `まったく同じ入力が ${f.provider} の ${onOneLine(f.model)} に ${format.count(f.windowMinutes)} 分間で ${format.count(f.attempts)} 回送信され、その ${format.share(f.failures / f.attempts)} が失敗しました。再試行は失敗のたびに間隔を空け、一定回数で打ち切ってください。`,
      }),
    pii_leak: (f, format) =>
      manyJa(f, 'pii_leak', {
        title: `出力に${foundJa(f.redaction)}が含まれています`,
        detail: `新しい呼び出し ${format.count(f.calls)} 件の出力に${foundJa(f.redaction)}が含まれていました。${wordFor({ output: '', input_and_output: '入力にも含まれていたため、モデルが与えられた内容を繰り返した可能性があります。' }, f.foundIn)}保存前に置き換えましたが、回答を受け取った人の目には触れています。`,
      }),
    prompt_injection: (f, format) =>
      manyJa(f, 'prompt_injection', {
        title: `${wordFor({ attack: 'プロンプトへの攻撃', content: '安全でない内容' }, f.flaggedAs)}: ${onOneLine(f.label)}`,
        detail: `安全性の分類器が ${format.count(f.calls)} 件の呼び出しを ${onOneLine(f.label)} と判定しました（最高スコア ${f.highestScore.toFixed(2)}、最大 1）。${wordFor({ attack: '誰か、またはモデルが読んだ内容が、別の指示を与えようとしている可能性があります。', content: '' }, f.flaggedAs)}`,
      }),
    secret_in_prompt: (f, format) =>
      manyJa(f, 'secret_in_prompt', {
        title: `プロンプトに${foundJa(f.redaction)}が含まれています`,
        detail: `新しい呼び出し ${format.count(f.calls)} 件の入力に${foundJa(f.redaction)}が含まれていました。ここでは保存前に置き換えましたが、プロバイダーには送信済みです。失効させたうえで、プロンプトに含めないようにしてください。`,
      }),
    silent_model_change: (f, format) =>
      manyJa(f, 'silent_model_change', {
        title: `${onOneLine(f.requestedModel)} への要求に ${onOneLine(f.to)} が応答しています`,
        detail: `${f.provider} の ${onOneLine(f.requestedModel)} への呼び出しには ${onOneLine(f.from)} が応答していました（2 週間で ${format.count(f.callsBefore)} 件）。${format.time(f.changedAt)} からは ${onOneLine(f.to)} が応答しています（これまでに ${format.count(f.callsAfter)} 件）。こうした変化を自分で管理するには日付付きのモデルを指定し、新しいモデルで評価を実行してください。`,
      }),
  },
);
